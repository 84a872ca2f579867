"""What is asked of a page in its own language: where an element is, what it is, whether something scrolls."""

# A property or method that documents have themselves: an element named `activeElement` would stand before it.
OWN_JS = """const own = (name) => {
  const { get, value } = Object.getOwnPropertyDescriptor(Document.prototype, name);
  return get ? get.call(document) : value.bind(document);
};"""

# The shortest path that leads to an element alone, for trajectories.
CSS_PATH_JS = """(node) => {
  const parts = [];
  while (node && node.nodeType === Node.ELEMENT_NODE && parts.length < 12) {
    const alike = node.id && Document.prototype.querySelectorAll.call(document, '#' + CSS.escape(node.id));
    if (alike?.length === 1) {
      parts.unshift('#' + CSS.escape(node.id));
      break;
    }
    const tag = node.tagName.toLowerCase();
    const twins = [...(node.parentElement?.children || [])].filter(c => c.tagName === node.tagName);
    parts.unshift(twins.length > 1 ? `${tag}:nth-of-type(${twins.indexOf(node) + 1})` : tag);
    node = node.parentElement;
  }
  return parts.join(' > ');
}"""

# The paths of an element and of each that holds it, up to the link, button or field that it is in: who
# presses on the picture in a link presses on the link.
PATHS_JS = (
    "(element) => { const path = "
    + CSS_PATH_JS
    + """;
  const own = 'a[href], area[href], button, input, select, textarea, summary, label, option, [role], '
    + '[contenteditable]';
  const paths = [];
  for (let node = element; node instanceof Element; node = node.parentElement) {
    paths.push(path(node));
    if (node.matches(own)) break;
  }
  return paths;
}"""
)

# What the executor must know of an element before it acts, and what the trajectory keeps of it.
FACTS_JS = (
    "(element) => { const path = "
    + CSS_PATH_JS
    + """;
  const tag = element.tagName.toLowerCase();
  const type = tag === 'input' ? (element.type || 'text') : '';
  const link = element.closest('a[href], area[href]');
  const target = (link || element.form || {}).target || '';
  const r = element.getBoundingClientRect();
  const untyped = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image', 'hidden'];
  const options = tag === 'select' ? [...element.options] : [];
  const places = (holds) => options.flatMap((o, place) => (holds(o) ? [place] : []));
  const barred = (o) => o.matches(':disabled')
    || o.closest('[aria-disabled=true i], [aria-disabled=false i]')?.ariaDisabled?.toLowerCase() === 'true';
  const hidden = (o) => o !== element
    && (o.ariaHidden === 'true' || getComputedStyle(o).display === 'none' || hidden(o.parentElement));
  return {
    tag, type, css: path(element),
    box: [Math.round(r.x), Math.round(r.y), Math.round(r.width), Math.round(r.height)],
    editable: (tag === 'input' && !untyped.includes(type)) || tag === 'textarea' || element.isContentEditable,
    disabled: element.matches(':disabled'),
    readonly: element.readOnly === true,
    maxlength: typeof element.maxLength === 'number' && element.maxLength >= 0 ? element.maxLength : null,
    multiple: element.multiple === true,
    options: options.map(o => o.label.replace(/\\s+/g, ' ').trim()),
    barred: places(barred),
    shown: places(o => !hidden(o)),
    href: link ? link.href : null,
    opens_tab: !!link && !['', '_self', '_parent', '_top'].includes(target),
  };
}"""
)

# Sends the form of an element through the button that Enter would press. None without a form; else what is
# wrong with it, as the browser itself would say, and whether its answer comes in another tab.
SUBMIT_JS = """(element) => {
  const own = element.closest('button, input') || element;
  const form = own.form || own.closest('form');
  if (!form) return null;
  const sends = (e) => ['submit', 'image'].includes(e.type);
  const fields = [...form.elements];
  const button = [own, ...fields, ...form.querySelectorAll('input[type=image]')].find(sends);
  const label = (e) => e.labels?.[0]?.innerText || e.getAttribute('aria-label') || e.innerText;
  const named = (e) => (label(e) || e.name || e.localName).trim();
  const target = button?.formTarget || form.target;
  const told = {refused: '', opens_tab: !['', '_self', '_parent', '_top'].includes(target)};
  const wrong = form.noValidate || button?.formNoValidate ? null
    : fields.find(e => e.willValidate && !e.validity.valid);
  if (button?.matches(':disabled')) told.refused = `its button '${named(button)}' is disabled`;
  else if (wrong) told.refused = `${named(wrong)}: ${wrong.validationMessage}`;
  if (told.refused && !wrong) return told;
  form.requestSubmit(button);
  return told;
}"""

# Takes all of an element as a hand does that draws the mouse over it, and copies it. Gives what was copied.
COPY_JS = """(element) => {
  let text = null;
  addEventListener('copy', (event) => {
    if (event.defaultPrevented) text = event.clipboardData.getData('text/plain');
  }, {once: true});
  const field = ['INPUT', 'TEXTAREA'].includes(element.tagName);
  if (field) {
    if (element.type === 'password') return '';
    element.focus();
    element.select();
  } else {
    document.activeElement?.blur(); // as a press on the text does
    getSelection().selectAllChildren(element);
  }
  const whole = field ? element.value : String(getSelection());
  return document.execCommand('copy') ? text ?? whole : '';
}"""

# Sees what the next paste brings.
PASTED_JS = """() => {
  const seen = {text: null};
  addEventListener('paste', (event) => {
    seen.text = event.clipboardData.getData('text/plain');
  }, {capture: true, once: true});
  return seen;
}"""

# Chromium has one clipboard for all contexts: an episode would find what the one before it copied.
FORGET_JS = """() => {
  addEventListener('copy', (event) => {
    event.preventDefault();
    event.clipboardData.setData('text/plain', '');
  }, {capture: true, once: true});
  return document.execCommand('copy');
}"""

# Scrolls the page itself to a point; gives where it stands then.
SCROLL_TO_JS = (
    "([x, y]) => { "
    + OWN_JS
    + """
  const page = own('scrollingElement') || own('documentElement');
  page.scrollTo({left: x, top: y, behavior: 'instant'});
  return [page.scrollLeft, page.scrollTop];
}"""
)

# Scrolls the page, or what scrolls under the middle of the window where the page itself does not.
SCROLL_JS = (
    "(direction) => { "
    + OWN_JS
    + """
  const dx = {left: -1, right: 1}[direction] || 0, dy = {up: -1, down: 1}[direction] || 0;
  const scrolls = (e) => {
    const before = [e.scrollLeft, e.scrollTop];
    e.scrollBy({left: dx * innerWidth, top: dy * innerHeight, behavior: 'instant'});
    return before[0] !== e.scrollLeft || before[1] !== e.scrollTop;
  };
  if (scrolls(own('scrollingElement') || own('documentElement'))) return true;
  let e = own('elementFromPoint')(innerWidth / 2, innerHeight / 2);
  for (; e; e = e.parentElement) {
    const style = getComputedStyle(e);
    if (/(auto|scroll)/.test(style.overflowX + style.overflowY) && scrolls(e)) return true;
  }
  return false;
}"""
)

# Whether anything has the focus.
FOCUSED_JS = (
    "() => { "
    + OWN_JS
    + " return ![null, own('body'), own('documentElement')].includes(own('activeElement')); }"
)

# The facts of what lies on top at a point.
FACTS_AT_JS = (
    "([x, y]) => { "
    + OWN_JS
    + " const element = own('elementFromPoint')(x, y); return element && ("
    + FACTS_JS
    + ")(element); }"
)
