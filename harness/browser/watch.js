// Tells what is done to elements, each time before the page's own scripts learn of it: for key nodes, where a
// foreign framework drives the browser. `CSS_PATH` stands for the function that writes an element's path.
(() => {
  const tell = (act) => globalThis.__webarium_acted?.(act);
  const path = CSS_PATH;
  const OWN = 'a[href], area[href], button, input, select, textarea, summary, label, option, [role], [contenteditable]';
  const UNTYPED = ['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'hidden'];
  const squeezed = (text) => text.replace(/\s+/g, ' ').trim();

  // Who presses on the picture in a link presses on the link.
  const acted = (action, element) => {
    const paths = [];
    for (let node = element; node instanceof Element; node = node.parentElement) {
      paths.push(path(node));
      if (node.matches(OWN)) break;
    }
    const html = document.documentElement.outerHTML;
    if (paths.length) tell({ action, paths, tag: element.localName, document: location.href, html });
  };
  const pressed = (event) => {
    if (event.isTrusted) acted({ name: 'click' }, event.composedPath()[0]);
  };
  for (const kind of ['click', 'auxclick', 'contextmenu']) addEventListener(kind, pressed, true);
  let under = null;
  addEventListener('mousemove', (event) => {
    const element = event.composedPath()[0];
    if (event.isTrusted && element !== under) acted({ name: 'hover' }, element);
    under = element;
  }, true);
  // Chosen options and files come as events that a program has made, so these count too.
  addEventListener('input', (event) => {
    const element = event.composedPath()[0];
    if (!(element instanceof Element) || UNTYPED.includes(element.type)) return;
    if (element.localName === 'select') {
      acted({ name: 'select', options: [...element.selectedOptions].map(o => squeezed(o.label)) }, element);
    } else if (element.type === 'file') acted({ name: 'upload' }, element);
    else acted({ name: 'type', text: element.value ?? element.innerText ?? '' }, element);
  }, true);
})();
