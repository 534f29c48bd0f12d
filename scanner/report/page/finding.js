// One finding, closed and open. Everything quoted becomes text nodes: nothing here parses mark-up.

const PLACES_SHOWN = 3;
const LONG = 300; // characters, from which a text scrolls in a box of its own

function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  return fill(node, attributes, children);
}
function svg(tag, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children) if (child !== null && child !== undefined && child !== "") node.append(child);
  return node;
}

const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

const NEWS = new Set(["new", "changed", "re-opened"]);
const isNews = (finding) => finding.change ? NEWS.has(finding.change) : finding.status === "new" || finding.status === "reopened";

function card(finding) {
  const joint = finding.kind === "supersession" ? " → " : " ≠ ";
  const detailId = `d-${finding.id}`;
  const name = `t-${finding.id}`;
  const facts = [finding.severity, finding.confidence.toFixed(2), finding.owner].filter(Boolean).join(" · ");
  const button = el("button", { type: "button", class: "toggle", id: name, "aria-expanded": "false", "aria-controls": detailId },
    el("span", { class: "what" },
      el("span", { class: "badge kind" }, finding.kind),
      isNews(finding) && finding.open ? el("span", { class: "badge change" }, finding.change || "new") : null,
      finding.open ? null : el("span", { class: "badge status" }, finding.status),
      isHead(finding) ? el("span", { class: "badge cause" }, `and ${(finding.cluster.findings - 1).toLocaleString("en")} more of one cause`) : null,
      el("bdi", {}, finding.subject), " – ", el("bdi", {}, finding.predicate)),
    el("span", { class: "facts" }, facts),
    el("span", { class: "values" }, ...between(finding.sides.map((side) => el("bdi", {}, side.value)), joint)));
  button.addEventListener("click", () => toggle(item));
  const item = el("li", { class: `finding ${finding.kind}${finding.open ? "" : " settled"}`, id: finding.id },
    el("h3", {}, button), el("div", { class: "detail", id: detailId, role: "group", "aria-labelledby": name, hidden: true }));
  item.finding = finding;
  return item;
}
function between(nodes, words_) {
  return nodes.flatMap((node, at) => (at ? [words_, node] : [node]));
}
function toggle(item, open) {
  const button = item.querySelector(".toggle");
  const detail = item.querySelector(".detail");
  const wanted = open ?? detail.hidden;
  if (wanted && !detail.firstChild) detail.append(...details(item.finding));
  detail.hidden = !wanted;
  button.setAttribute("aria-expanded", String(wanted));
}

function details(finding) {
  const facts = [
    finding.type, `severity ${finding.severity}`, `confidence ${finding.confidence.toFixed(2)}`, finding.status,
    finding.change, finding.bound, finding.scope, finding.owner ? `owner ${finding.owner}` : "no owner named",
    finding.first_seen ? `first seen ${finding.first_seen}` : "",
  ].filter(Boolean);
  return [
    el("p", { class: "meta" }, el("code", {}, finding.id), " · ", facts.join(" · ")),
    decision(finding.resolution),
    el("div", { class: "sides" }, ...finding.sides.map((side, at) => sideOf(side, at, finding))),
    ...(finding.consistent_with.length ? [el("p", {}, "Consistent with: ", finding.consistent_with.map((side) =>
      `${side.value} (${side.claims.slice(0, PLACES_SHOWN).map(where).join(", ")})`).join("; "))] : []),
    el("h5", {}, "When each holds"), timeline(finding),
    el("h5", {}, "Why"), el("ol", { class: "why" }, ...finding.explanation.map((step) => el("li", {}, el("span", {}, step)))),
    ...(finding.missing.length ? [el("p", {}, `Missing on one side: ${finding.missing.join(" and ")}; stating it there would settle this.`)] : []),
    ...(isHead(finding) ? alike(finding) : []),
    ...(finding.parts.length ? [el("h5", {}, `What confidence ${finding.confidence.toFixed(2)} is made of`), factors(finding.parts, "Factor")] : []),
  ].filter(Boolean);
}
const isHead = (finding) => finding.cluster && finding.cluster.first === finding.id;
function alike(finding) {
  const others = all.filter((other) => other !== finding && other.cluster && other.cluster.first === finding.id);
  const title = finding.cluster.cause === "same-sentence" ? "The same sentence elsewhere" : "Between the same two documents";
  return [el("h5", {}, title), el("ul", { class: "alike" }, ...others.map((other) =>
    el("li", {}, el("a", { href: `#${other.id}` }, el("bdi", {}, other.subject), " – ", el("bdi", {}, other.predicate)), ": ",
      ...between(other.sides.map((side) => el("bdi", {}, side.value)), " ≠ "), " · ",
      [...new Set(other.sides.flatMap((side) => side.claims.slice(0, 1).map(where)))].join(", "))))];
}
function decision(resolution) {
  if (!resolution) return null;
  const until = resolution.until ? ` until ${resolution.until}` : "";
  return el("p", {}, `Decided: ${resolution.action}${until}, by ${resolution.by} on ${resolution.on}. `, resolution.why);
}
function factors(rows, title) {
  return el("table", { class: "factors" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, title), el("th", { scope: "col", class: "number" }, "Value"), el("td", {}))),
    el("tbody", {}, ...rows.map(([name, value]) => el("tr", {}, el("th", { scope: "row" }, el("bdi", {}, name)),
      el("td", { class: "number" }, value.toFixed(2)),
      el("td", {}, el("meter", { min: 0, max: 1, value, "aria-label": `${name} ${value.toFixed(2)}` }))))));
}

// A side: its value, its standing, its places.

const letter = (at) => (at < 26 ? String.fromCharCode(65 + at) : String(at + 1));
const where = (place) => place.line !== null ? `${place.doc_id}:${place.line}` : place.page !== null ? `${place.doc_id}, page ${place.page}` : place.doc_id;

function spanOf(side) {
  const from = side.valid_from ? `from ${side.valid_from}` : "";
  const to = side.valid_to ? `until ${side.valid_to}` : "";
  return [from, to].filter(Boolean).join(" ") || "at a time not stated";
}
function sideOf(side, at, finding) {
  const name = finding.kind === "supersession" ? "current" : "preferred";
  const same = side.canonical.toLowerCase() === side.value.toLowerCase();
  const rest = side.claims.slice(PLACES_SHOWN);
  return el("div", { class: "side", role: "group", "aria-label": `Side ${letter(at)}: ${side.value.slice(0, 80)}` },
    el("h4", side.value.length > LONG ? { class: "long", tabindex: "0" } : {}, `${letter(at)}  `, el("bdi", {}, side.value), side.preferred ? el("span", { class: "badge preferred" }, name) : null),
    el("p", { class: "meta" }, [same ? "" : `= ${side.canonical}`, spanOf(side), side.window_basis === "unknown" ? "" : side.window_basis.replace("-", " "),
      `authority ${side.authority.toFixed(2)}`].filter(Boolean).join(" · ")),
    ...side.claims.slice(0, PLACES_SHOWN).map(placeOf),
    rest.length ? el("details", { class: "places" }, el("summary", {}, `and in ${count(rest.length, "more place")}`), ...rest.map(placeOf)) : null,
    authorityOf(side));
}
function placeOf(place) {
  const long = place.quote.reduce((sum, piece) => sum + piece[0].length, place.before.length + place.after.length) > 3 * LONG;
  return el("figure", {},
    el("figcaption", {}, el("bdi", { class: "where" }, where(place)), ` · ${place.published ? `dated ${place.published}` : "undated"}`,
      place.context.length ? " · " : null, el("bdi", {}, place.context.join(" › "))),
    el("blockquote", { dir: "auto", class: long ? "long" : null, tabindex: long ? "0" : null },
      place.before ? el("span", { class: "around" }, `… ${place.before} `) : null,
      ...place.quote.map(([text, marks]) => marks ? el("mark", { class: [marks & 1 ? "value" : "", marks & 2 ? "words" : ""].join(" ").trim() }, text) : text),
      place.after ? el("span", { class: "around" }, ` ${place.after} …`) : null));
}
function authorityOf(side) {
  const seen = new Set();
  const rows = side.claims.filter((place) => place.weight && !seen.has(place.source + "\n" + place.doc_id) && seen.add(place.source + "\n" + place.doc_id));
  if (!rows.length) return null;
  return el("details", {}, el("summary", {}, `Authority ${side.authority.toFixed(2)}, in factors`),
    el("div", { class: "scrolls", tabindex: "0", role: "group", "aria-label": "Factors of authority" }, el("table", {}, el("thead", {}, el("tr", {}, ...["Document", "Source type", "Author", "Recency", "Authority"].map((name, at) => el("th", { scope: "col", class: at ? "number" : null }, name)))),
      el("tbody", {}, ...rows.map((place) => {
        const [type, ofType, author, ofAuthor, recency] = place.weight;
        return el("tr", {}, el("th", { scope: "row" }, el("bdi", {}, place.doc_id)),
          el("td", { class: "number" }, `${ofType.toFixed(2)}${type ? ` (${type})` : ""}`),
          el("td", { class: "number" }, `${ofAuthor.toFixed(2)}`, author ? el("bdi", {}, ` (${author})`) : null),
          el("td", { class: "number" }, recency.toFixed(2)),
          el("td", { class: "number" }, (ofType * ofAuthor * recency).toFixed(2)));
      })))));
}

// The windows of validity on one axis of time.

function timeline(finding) {
  const day = (text) => Date.parse(`${text}T00:00:00Z`);
  const width = Math.max(280, Math.min(736, list.clientWidth - 40)), left = 34, right = 12, row = 24, top = 8;
  const published = finding.sides.map((side) => side.claims.map((place) => place.published).filter(Boolean).map(day));
  const marks = [day(data.as_of), ...published.flat(), ...finding.sides.flatMap((side) => [side.valid_from, side.valid_to].filter(Boolean).map(day))];
  let low = Math.min(...marks), high = Math.max(...marks);
  const pad = Math.max((high - low) * 0.06, 15 * 86400000);
  low -= pad; high += pad;
  const x = (moment) => left + ((moment - low) / (high - low)) * (width - left - right);
  const height = top + finding.sides.length * row + 22;
  const label = finding.sides.map((side, at) => `${letter(at)} ${spanOf(side)}`).join("; ");
  const picture = svg("svg", { class: "timeline", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Time line: ${label}.` });
  finding.sides.forEach((side, at) => {
    const y = top + at * row;
    const from = side.valid_from ? x(day(side.valid_from)) : left;
    const to = side.valid_to ? x(day(side.valid_to)) : width - right;
    const known = side.valid_from || side.valid_to;
    picture.append(svg("text", { x: 6, y: y + 13 }, letter(at)),
      svg("rect", { class: "track", x: left, y: y + 6, width: width - left - right, height: 4, rx: 2 }),
      svg("rect", { class: known ? "bar" : "unknown", x: from, y: y + 2, width: Math.max(to - from, 2), height: 12, rx: 3 }));
    if (known && !side.valid_to) picture.append(svg("path", { class: "bar", d: `M${width - right} ${y} l9 8 l-9 8 z` }));
    for (const moment of new Set(published[at])) picture.append(svg("circle", { class: "published", cx: x(moment), cy: y + 8, r: 4 }));
  });
  const bottom = top + finding.sides.length * row;
  const now = x(day(data.as_of));
  const iso = (moment) => new Date(moment).toISOString().slice(0, 10);
  fill(picture, {}, [svg("line", { class: "now", x1: now, y1: 2, x2: now, y2: bottom }),
    svg("text", { class: "soft", x: left, y: bottom + 14 }, iso(low)),
    width < 420 ? null : svg("text", { class: "soft", x: Math.min(Math.max(now, left + 140), width - right - 150), y: bottom + 14, "text-anchor": "middle" }, `as of ${data.as_of}`),
    svg("text", { class: "soft", x: width - right, y: bottom + 14, "text-anchor": "end" }, iso(high))]);
  return picture;
}
