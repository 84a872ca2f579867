// Which of some boxes show: at a point of theirs within the window, what lies on top is the box's own element.
// A box is [x, y, width, height] in CSS pixels from the window's corner; elements are known by their boxes.
(boxes) => {
  const own = Document.prototype; // an element named as one of its methods stands before that
  const rects = new Map(); // of elements, moved by where their frame is
  const rectOf = (element, dx, dy) => {
    if (!rects.has(element)) {
      const r = element.getBoundingClientRect();
      rects.set(element, [r.x + dx, r.y + dy, r.width, r.height]);
    }
    return rects.get(element);
  };
  // What lies on top at a point, with all that holds it, as boxes; within frames of the same site too.
  const above = (x, y) => {
    const found = [];
    let root = document, dx = 0, dy = 0;
    for (;;) {
      let hit = own.elementFromPoint.call(root, x - dx, y - dy);
      while (hit?.shadowRoot) {
        const inner = hit.shadowRoot.elementFromPoint(x - dx, y - dy);
        if (!inner || inner === hit) break;
        hit = inner;
      }
      for (let e = hit; e; e = e.parentElement ?? e.getRootNode().host) found.push(rectOf(e, dx, dy));
      let inside = null;
      try { inside = hit?.localName === 'iframe' ? hit.contentDocument : null; } catch { /* another site's */ }
      if (!inside) return found;
      const [left, top] = rectOf(hit, dx, dy);
      dx = left + hit.clientLeft;
      dy = top + hit.clientTop;
      root = inside;
    }
  };
  const near = (one, other) => one.every((value, index) => Math.abs(value - other[index]) < 1.5);
  return boxes.map((box) => {
    const [x, y, width, height] = box;
    const left = Math.max(x, 0), top = Math.max(y, 0);
    const right = Math.min(x + width, innerWidth), bottom = Math.min(y + height, innerHeight);
    if (right - left < 1 || bottom - top < 1) return false;
    const places = [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]];
    return places.some(([a, b]) =>
      above(left + (right - left) * a, top + (bottom - top) * b).some((rect) => near(rect, box)));
  });
}
