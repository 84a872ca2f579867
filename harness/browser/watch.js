// Tells what is done to elements, each time before the page's own scripts learn of it: for key nodes, where a
// foreign framework drives the browser. `PATHS` stands for the function that writes the paths of an element and of what
// holds it.
(() => {
  const tell = (act) => globalThis.__webarium_acted?.(act);
  const pathsOf = PATHS;
  const UNTYPED = ['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'hidden'];
  const squeezed = (text) => text.replace(/\s+/g, ' ').trim();

  const acted = (action, element) => {
    if (!(element instanceof Element)) return;
    const html = WITH_HTML ? document.documentElement.outerHTML : '';
    tell({ action, paths: pathsOf(element), tag: element.localName, document: location.href, html });
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
