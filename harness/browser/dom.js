// The page's DOM as well-formed XML: every element and text has a number and a box, as data sets of
// demonstrations have them. What is neither seen nor acted on (scripts, styles) is left out, and so are frames.
() => {
  const LEFT_OUT = new Set(['script', 'style', 'noscript', 'template', 'link', 'meta', 'base']);
  const ACTS = 'a[href], area[href], button, input, select, textarea, summary, option, label, [onclick], ' +
    '[contenteditable=""], [contenteditable=true], [role=button], [role=link], [role=checkbox], [role=radio], ' +
    '[role=tab], [role=menuitem], [role=option], [role=switch], [role=combobox], [role=textbox]';
  const LONGEST = 500; // characters of a value: data URIs and inline styles tell nothing beyond
  const escape = (text) => text
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD]/g, ' ')
    .replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
  const attribute = (name, value) => ` ${name}="${escape(String(value).slice(0, LONGEST))}"`;
  const [left, top] = [scrollX, scrollY];
  let number = 0;
  const walk = (element, pointed) => {
    const tag = element.localName;
    if (LEFT_OUT.has(tag) || !/^[a-z][a-z0-9_.-]*$/i.test(tag)) return '';
    let out = `<${tag}` + attribute('backend_node_id', ++number);
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const seen = box.width > 0 && box.height > 0 && style.visibility === 'visible';
    const rect = seen ? [box.x + left, box.y + top, box.width, box.height].map(n => Math.round(n * 10) / 10) : [-1, -1, -1, -1];
    out += attribute('bounding_box_rect', rect.join(','));
    const pointer = style.cursor === 'pointer';
    if (seen && !element.matches(':disabled') && (element.matches(ACTS) || (pointer && !pointed))) {
      out += attribute('is_clickable', 'true');
    }
    const told = new Set(['backend_node_id', 'bounding_box_rect', 'is_clickable']);
    const tell = (name, value) => { if (!told.has(name)) { told.add(name); out += attribute(name, value); } };
    for (const {name, value} of element.attributes) {
      const plain = name.replace(/-/g, '_');
      if (/^[a-z_][a-z0-9_.]*$/i.test(plain) && plain !== 'style' && !/^xmlns/.test(plain)) tell(plain, value);
    }
    if (tag === 'input' && ['checkbox', 'radio'].includes(element.type)) tell('input_checked', element.checked);
    else if (tag === 'input' && element.type !== 'password') tell('input_value', element.value);
    else if (tag === 'textarea') tell('text_value', element.value);
    else if (tag === 'option') tell('option_selected', element.selected);
    if (element === document.documentElement) tell('scrolled', `${left},${top}`);
    let inside = '';
    if (tag !== 'svg') {
      for (const child of element.childNodes) {
        if (child.nodeType === Node.ELEMENT_NODE) inside += walk(child, pointer);
        else if (child.nodeType === Node.TEXT_NODE && child.data.trim()) {
          inside += `<text backend_node_id="${++number}">${escape(child.data.replace(/\s+/g, ' ').trim())}</text>`;
        }
      }
    }
    return inside ? `${out}>${inside}</${tag}>` : `${out}/>`;
  };
  return walk(document.documentElement, false);
}
