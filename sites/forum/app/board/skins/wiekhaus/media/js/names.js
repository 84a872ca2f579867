// Gives the controls that Askbot makes of plain elements a role, a name and a place in the order of the tab key.
(function () {
  'use strict';
  var named = [
    ['.js-post-upvote-btn', 'Vote up', true], ['.js-post-downvote-btn', 'Vote down', true],
    ['.js-accept-answer-btn', 'Accept this answer', true], ['.js-add-comment-btn', '', false],
    ['.js-load-comments-btn', '', false], ['span.action-link', '', false], ['a.action-link:not([href])', '', false],
    ['.js-dropdown-trigger', '', false], ['.js-delete-icon', 'Remove', false], ['.js-folded-editor-trigger a', '', false],
    ['.remove-system-messages-btn', 'Close the message', false], ['.js-search-btn', 'Search', false],
    ['.js-cancel-search-btn', 'Clear the search', false], ['.with-home-icon', 'All questions', false],
    ['.js-comment-edit-btn', 'Edit comment', false], ['.js-comment-delete-btn', 'Delete comment', false]
  ];
  var fields = [
    ['.js-search-input', 'Search'], ['#id_username', 'User name'], ['#id_password', 'Password'],
    ['#id_email', 'E-mail address'], ['#id_password1', 'Password'], ['#id_password2', 'Password once more'],
    ['#id_title', 'Title'], ['#id_tags', 'Tags'], ['#js-interesting-tag-input', 'Interesting tag'],
    ['#js-ignored-tag-input', 'Ignored tag'], ['.js-comment-editor textarea', 'Comment']
  ];
  function set(element, name, value) {
    if (element.getAttribute(name) !== value) { element.setAttribute(name, value); }
  }
  function name() {
    named.forEach(function (one) {
      document.querySelectorAll(one[0]).forEach(function (element) {
        var native = /^(BUTTON|INPUT)$/.test(element.tagName) || (element.tagName === 'A' && element.hasAttribute('href'));
        if (!native) { set(element, 'role', 'button'); set(element, 'tabindex', '0'); }
        if (one[1]) { set(element, 'aria-label', one[1]); }
        if (one[2]) { set(element, 'aria-pressed', String(element.classList.contains('js-active'))); }
      });
    });
    fields.forEach(function (one) {
      document.querySelectorAll(one[0]).forEach(function (element) {
        if (!element.labels || !element.labels.length) { set(element, 'aria-label', one[1]); }
      });
    });
    if (window.jQuery && jQuery.fn.timeago) { jQuery('.js-timeago').timeago(); }
    document.querySelectorAll('textarea:not([aria-label])').forEach(function (element) {
      if (!element.labels || !element.labels.length) {
        set(element, 'aria-label', element.placeholder || 'Text');
      }
    });
  }
  document.addEventListener('DOMContentLoaded', function () {
    name();
    new MutationObserver(name).observe(document.body, {childList: true, subtree: true, attributes: true, attributeFilter: ['class']});
    document.body.addEventListener('keydown', function (event) {
      var at = event.target;
      if ((event.key === 'Enter' || event.key === ' ') && at.getAttribute && at.getAttribute('role') === 'button') {
        event.preventDefault();
        at.click();
      }
    });
  });
}());
