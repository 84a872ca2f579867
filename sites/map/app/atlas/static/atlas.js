"use strict";
/* The map beside a page: everything an agent or a reader needs stands in the page itself; this draws it. */
(() => {
  const scene = JSON.parse(document.getElementById("scene").textContent);
  const [west, south, east, north] = scene.bounds;
  const region = L.latLngBounds([south, west], [north, east]);
  const map = L.map("map", {
    minZoom: scene.zooms[0],
    maxZoom: 19,
    maxBounds: region.pad(0.2),
    zoomAnimation: false,
    fadeAnimation: false,
    markerZoomAnimation: false,
    inertia: false,
  });
  map.attributionControl.setPrefix(false);
  L.control.scale({ imperial: false }).addTo(map);
  L.tileLayer("/tiles/{z}/{x}/{y}.png", {
    maxNativeZoom: scene.zooms[1],
    maxZoom: 19,
    bounds: region,
    attribution: "© OpenStreetMap contributors",
  }).addTo(map);

  const address = () => new URL(location.href);
  const coordinates = (place) => `${place.lat.toFixed(5)},${place.lng.toFixed(5)}`;
  let layers = scene.layers;

  /* What the page is about. */
  const drawn = L.featureGroup().addTo(map);
  const blue = { color: "#1f5e86", weight: 3, fillOpacity: 0.12 };
  const dot = (one, options) => {
    const mark = L.circleMarker([one.lat, one.lon], { radius: 7, weight: 2, color: "#fff", fillColor: "#c8452d", fillOpacity: 1, ...options });
    mark.bindTooltip(one.title);
    if (one.path) mark.on("click", () => location.assign(one.path));
    return mark;
  };
  if (scene.shape && scene.shape.type !== "Point" && scene.shape.type !== "MultiPoint") L.geoJSON(scene.shape, { style: blue }).addTo(drawn);
  if (scene.route) L.polyline(scene.route, { color: "#1f5e86", weight: 6, opacity: 0.7 }).addTo(drawn);
  for (const one of scene.markers || []) dot(one).addTo(drawn);

  /* Which part of the map: the fragment says, else the page does. */
  const written = /map=(\d+)\/(-?[\d.]+)\/(-?[\d.]+)/.exec(location.hash);
  if (written) map.setView([+written[2], +written[3]], +written[1]);
  else if (scene.focus) map.fitBounds(drawn.getBounds().pad(0.1), { maxZoom: 17, animate: false });
  else map.setView(scene.home.slice(0, 2), scene.home[2]);

  /* Layers stand in the address, so that links and the page after this one keep them. */
  const above = {};
  const codes = () => Array.from(document.querySelectorAll("#layers input:checked"), (box) => box.value).join("");
  const keep = (link) => {
    const target = new URL(link.href, location.href);
    if (layers) target.searchParams.set("layers", layers);
    else target.searchParams.delete("layers");
    link.href = target.pathname + target.search + target.hash;
  };
  const load = async (letter) => {
    const box = map.getBounds();
    const answer = await fetch(`/overlay/${letter}.json?bbox=${box.toBBoxString()}`);
    const { markers } = await answer.json();
    if (!above[letter]) return;
    above[letter].clearLayers();
    for (const one of markers) dot(one, { radius: 5, fillColor: { T: "#2d6a4f", P: "#3a6ea5", F: "#e98a15" }[letter] }).addTo(above[letter]);
  };
  const show = () => {
    const place = document.getElementById("map");
    place.classList.toggle("G", layers.includes("G"));
    place.classList.toggle("N", layers.includes("N"));
    for (const letter of "TPF") {
      if (layers.includes(letter) && !above[letter]) {
        above[letter] = L.layerGroup().addTo(map);
        load(letter);
      } else if (!layers.includes(letter) && above[letter]) {
        above[letter].remove();
        delete above[letter];
      }
    }
  };
  document.getElementById("layers").addEventListener("change", () => {
    layers = codes();
    const here = address();
    if (layers) here.searchParams.set("layers", layers);
    else here.searchParams.delete("layers");
    history.replaceState(null, "", here);
    document.querySelectorAll("header a, main a").forEach(keep);
    for (const form of document.querySelectorAll("form")) {
      let field = form.querySelector("input[name=layers]");
      if (!field) {
        field = Object.assign(document.createElement("input"), { type: "hidden", name: "layers" });
        form.append(field);
      }
      field.value = layers;
      field.disabled = !layers;
    }
    show();
    share();
  });

  /* The view: its fragment, the links that depend on it, what can be shared. */
  const share = () => {
    const middle = map.getCenter();
    const view = `#map=${map.getZoom()}/${middle.lat.toFixed(4)}/${middle.lng.toFixed(4)}`;
    const link = new URL("/", location.href);
    if (document.getElementById("share-marker").checked) {
      link.searchParams.set("mlat", middle.lat.toFixed(5));
      link.searchParams.set("mlon", middle.lng.toFixed(5));
    }
    if (layers) link.searchParams.set("layers", layers);
    link.hash = view;
    document.getElementById("share-link").value = link.href;
    document.getElementById("share-geo").value = `geo:${coordinates(middle)}?z=${map.getZoom()}`;
    document.getElementById("share-html").value = `<iframe width="425" height="350" src="${link.href.replace(/&/g, "&amp;")}"></iframe>`;
  };
  const moved = () => {
    const middle = map.getCenter();
    const here = address();
    here.hash = `#map=${map.getZoom()}/${middle.lat.toFixed(4)}/${middle.lng.toFixed(4)}`;
    history.replaceState(null, "", here);
    const where = document.getElementById("where");
    where.href = `/query?lat=${middle.lat.toFixed(5)}&lon=${middle.lng.toFixed(5)}`;
    keep(where);
    document.querySelectorAll("input[name=view]").forEach((field) => { field.value = coordinates(middle); });
    Object.keys(above).forEach(load);
    share();
  };
  map.on("moveend", moved);
  document.getElementById("share-marker").addEventListener("change", share);
  for (const name of ["layers", "share"]) {
    const button = document.getElementById(`${name}-button`);
    button.addEventListener("click", () => {
      const open = button.getAttribute("aria-expanded") !== "true";
      for (const other of ["layers", "share"]) {
        document.getElementById(`${other}-button`).setAttribute("aria-expanded", String(open && other === name));
        document.getElementById(other).hidden = !(open && other === name);
      }
    });
  }

  /* The right mouse button: what can be done at a point. */
  map.on("contextmenu", (event) => {
    document.querySelector(".menu")?.remove();
    const place = coordinates(event.latlng);
    const [lat, lon] = place.split(",");
    const menu = document.createElement("ul");
    menu.className = "menu";
    menu.style.left = `${event.containerPoint.x}px`;
    menu.style.top = `${event.containerPoint.y}px`;
    for (const [text, target] of [
      ["What is here?", `/query?lat=${lat}&lon=${lon}`],
      ["Directions from here", `/directions?from=${place}`],
      ["Directions to here", `/directions?to=${place}`],
    ]) {
      const link = Object.assign(document.createElement("a"), { textContent: text, href: target });
      keep(link);
      menu.append(document.createElement("li"));
      menu.lastChild.append(link);
    }
    document.getElementById("map").append(menu);
  });
  map.on("click movestart", () => document.querySelector(".menu")?.remove());

  /* A step that is pressed is shown. */
  for (const row of document.querySelectorAll(".steps tr")) {
    row.addEventListener("click", () => map.setView([+row.dataset.lat, +row.dataset.lon], 17, { animate: false }));
  }
  show();
  moved();
})();
