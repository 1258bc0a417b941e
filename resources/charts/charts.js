// SPDX-License-Identifier: MIT
// Stands first in a page of Vega's charts that a window shows; the libraries stand behind it, from the program's own files.
// `about`: {library, loader: whether the page has its libraries loaded by RequireJS, missing: a sentence with one %1}.
((about) => {
  "use strict";
  const maxTold = 5;
  const maxAddress = 200;
  const library = new RegExp(`^${about.library}$`, "i");

  // The page's policy refuses such a script, whatever asks for it. What it would have brought is here, so that it is loaded.
  addEventListener("error", (event) => {
    const script = event.target;
    if (!(script instanceof HTMLScriptElement) || !library.test(script.src)) return;
    event.stopImmediatePropagation();
    script.dispatchEvent(new Event("load"));
  }, true);

  // As much of RequireJS as altair's pages ask of it.
  if (about.loader) {
    const modules = { "vega": "vega", "vega-lib": "vega", "vega-lite": "vegaLite", "vega-embed": "vegaEmbed" };
    const load = (names, done, failed) => queueMicrotask(() => {
      const missing = names.find((name) => !Object.hasOwn(modules, name));
      if (missing === undefined) done?.(...names.map((name) => globalThis[modules[name]]));
      else failed?.(new Error(missing));
    });
    globalThis.require = globalThis.requirejs = Object.assign(load, { config() {} });
  }

  // Data and pictures at addresses: what was asked for is said where the chart is, as nothing else in the page would.
  const told = new Set();
  const tell = (address) => {
    if (told.has(address) || told.size === maxTold) return;
    told.add(address);
    const line = document.createElement("p");
    line.setAttribute("role", "alert");
    line.style.cssText = "font: 14px sans-serif; margin: 8px; padding: 8px 12px; border: 1px solid currentColor";
    line.textContent = about.missing.replace("%1", () => address.slice(0, maxAddress));
    (document.body ?? document.documentElement).prepend(line);
  };
  const load = globalThis.fetch;
  globalThis.fetch = (resource, ...rest) => load(resource, ...rest).catch((error) => {
    tell(String(resource?.url ?? resource));
    throw error;
  });
  addEventListener("securitypolicyviolation", (event) => {
    if (event.effectiveDirective === "img-src") tell(event.blockedURI);
  });

  // Its entries are downloads and windows, which pages have none of.
  const style = document.createElement("style");
  style.textContent = ".vega-embed > details { display: none !important }";
  document.head.append(style);
})
