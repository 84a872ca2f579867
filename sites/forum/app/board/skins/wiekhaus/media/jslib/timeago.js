// Dates as dates: takes the place of Askbot's plug-in that turns them into "2 years ago".
(function ($) {
  'use strict';
  var MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
  function show(text) {
    var part = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d:\d\d)/.exec(text || '');
    return part ? Number(part[3]) + ' ' + MONTHS[Number(part[2]) - 1] + ' ' + part[1] + ', ' + part[4] : text;
  }
  $.timeago = function (when) {
    return show(when instanceof Date ? when.toISOString() : typeof when === 'string' ? when : $(when).attr('title'));
  };
  $.timeago.settings = {};
  $.fn.timeago = function () {
    return this.each(function () {
      var text = show($(this).attr('title') || $(this).attr('datetime'));
      if (text && $(this).text() !== text) { $(this).text(text); }
    });
  };
  $(function () { $('.js-timeago').timeago(); });
}(jQuery));
