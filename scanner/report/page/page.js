// The list of findings: what people choose, in which order they see it, and what they print.

const PAGE = 100;
const MOST_PRINTED = 300;
const WHOLE_PRINTED = 20; // findings up to which a print shows each whole
const SEVERITIES = ["high", "medium", "low"];
const data = JSON.parse(document.getElementById("data").textContent);
const all = data.findings;
const byId = (id) => document.getElementById(id);
const list = byId("list");
const fields = ["search", "kind", "severity", "type", "owner", "status", "causes", "sort"];
const control = Object.fromEntries(fields.map((name) => [name, byId(name)]));
let found = [];
let drawn = 0;
let folded = 0;

// The choices of the filters, from what there is.

function choices(select, entries) {
  select.replaceChildren(...entries.map(([value, words]) => el("option", { value }, words)));
}
function distinct(name) {
  return [...new Set(all.map((finding) => finding[name]))].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
choices(control.kind, [
  ["both", "conflicts and possible"], ["conflict", "conflicts"], ["possible", "possible"],
  ["supersession", "supersessions"], ["", "all"],
]);
choices(control.severity, [["", "any"], ...SEVERITIES.map((name) => [name, name])]);
choices(control.type, [["", "any"], ...distinct("type").map((name) => [name, name])]);
choices(control.owner, [["", "any"], ...distinct("owner").map((name) => [name || "-", name || "nobody named"])]);
choices(control.status, [
  ["open", "open"], ["news", "new, changed or back"], ["settled", "settled"], ["", "any"],
]);
choices(control.causes, [["folded", "folded under the first"], ["", "each by itself"]]);
byId("causes-label").hidden = !all.some((finding) => finding.cluster);
choices(control.sort, [
  ["rank", "gravest first"], ["confidence", "surest first"], ["newest", "newest first"], ["oldest", "oldest first"],
  ["subject", "subject"], ["owner", "owner"],
]);
const DEFAULTS = { search: "", kind: data.supersessions ? "" : "both", severity: "", type: "", owner: "", status: "open", causes: "folded", sort: "rank" };

// Search, filter, sort.

const haystack = (finding) => (finding.words ??= [
  finding.id, finding.subject, finding.predicate, finding.owner, finding.scope, finding.type, finding.reason,
  ...[...finding.sides, ...finding.consistent_with].flatMap((side) => [
    side.value, side.canonical,
    ...side.claims.flatMap((place) => [place.doc_id, place.source, ...place.context, ...place.quote.map((piece) => piece[0])]),
  ]),
].join(" ").toLowerCase());

function matches(finding, wanted, terms) {
  if (wanted.kind === "both" ? finding.kind === "supersession" : wanted.kind && finding.kind !== wanted.kind) return false;
  if (wanted.severity && finding.severity !== wanted.severity) return false;
  if (wanted.type && finding.type !== wanted.type) return false;
  if (wanted.owner && (finding.owner || "-") !== wanted.owner) return false;
  if (wanted.status === "open" && !finding.open) return false;
  if (wanted.status === "settled" && finding.open) return false;
  if (wanted.status === "news" && !(finding.open && isNews(finding))) return false;
  return terms.every((term) => haystack(finding).includes(term));
}

const words = (name) => (a, b) => (a[name] < b[name] ? -1 : a[name] > b[name] ? 1 : 0);
const ORDERS = {
  rank: null,
  confidence: (a, b) => b.confidence - a.confidence,
  newest: (a, b) => words("first_seen")(b, a),
  oldest: words("first_seen"),
  subject: (a, b) => a.subject.localeCompare(b.subject, "en") || a.predicate.localeCompare(b.predicate, "en"),
  owner: (a, b) => (a.owner || "\uffff").localeCompare(b.owner || "\uffff", "en"),
};

function update() {
  const wanted = Object.fromEntries(fields.map((name) => [name, control[name].value]));
  const terms = wanted.search.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = all.filter((finding) => matches(finding, wanted, terms));
  found = wanted.causes ? heads(fitting) : fitting;
  folded = fitting.length - found.length;
  if (ORDERS[wanted.sort]) found.sort(ORDERS[wanted.sort]);
  list.replaceChildren();
  drawn = 0;
  draw(PAGE);
}
// Findings of one cause stand under the first of them that is there.
function heads(findings) {
  const there = new Set(findings.map((finding) => finding.id));
  return findings.filter(({ id, cluster }) => !cluster || cluster.first === id || !there.has(cluster.first));
}
function draw(number) {
  const next = found.slice(drawn, drawn + number).map(card);
  list.append(...next);
  drawn += next.length;
  const more = byId("more");
  more.hidden = drawn >= found.length;
  more.textContent = `Show ${Math.min(PAGE, found.length - drawn)} more`;
  byId("count").textContent =
    found.length === 0 ? `None of ${count(all.length, "finding")} fits.`
      : `${count(found.length + folded, "finding")} of ${all.length.toLocaleString("en")}`
        + (folded ? `, ${folded.toLocaleString("en")} folded under others of the same cause` : "") + (drawn < found.length ? `, the first ${drawn.toLocaleString("en")} shown.` : ".");
}

// What people do: type, pick, press keys, print.

function set(values) {
  for (const name of fields) if (name in values) control[name].value = values[name];
  update();
}
let waiting = 0;
control.search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(update, 60); });
for (const name of fields.slice(1)) control[name].addEventListener("change", update);
document.querySelector(".controls").addEventListener("submit", (event) => { event.preventDefault(); update(); });
byId("reset").addEventListener("click", () => set(DEFAULTS));
byId("more").addEventListener("click", () => {
  const first = drawn;
  draw(PAGE);
  list.children[first]?.querySelector(".toggle").focus();
});
byId("expand").addEventListener("click", () => [...list.children].forEach((item) => toggle(item, true)));
byId("collapse").addEventListener("click", () => [...list.children].forEach((item) => toggle(item, false)));
for (const button of document.querySelectorAll(".pick")) {
  button.addEventListener("click", () => {
    set({ ...DEFAULTS, [button.dataset.filter]: button.dataset.value });
    byId("findings").focus();
  });
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.key === "Escape" && event.target === control.search) return set({ search: "" });
  if (typing) return;
  if (event.key === "/") { event.preventDefault(); control.search.focus(); control.search.select(); }
  if (event.key === "j" || event.key === "k") step(event.key === "j" ? 1 : -1);
});
function step(by) {
  const items = [...list.children];
  const here = items.findIndex((item) => item.contains(document.activeElement));
  if (here + by >= items.length && drawn < found.length) { draw(PAGE); return step(by); }
  const next = items[here < 0 ? 0 : Math.min(Math.max(here + by, 0), items.length - 1)];
  if (next) { const button = next.querySelector(".toggle"); button.focus(); button.scrollIntoView({ block: "nearest" }); }
}
// A print shows what was chosen: few findings whole, of many those that are open, and of the others a line a side.
let undo = [];
addEventListener("beforeprint", () => {
  const before = drawn;
  if (drawn < found.length) draw(Math.max(0, MOST_PRINTED - drawn));
  undo = [() => { while (list.children.length > before) list.lastElementChild.remove(); drawn = before; draw(0); }];
  for (const item of list.children) {
    if (item.querySelector(".toggle").getAttribute("aria-expanded") === "true") continue;
    if (found.length <= WHOLE_PRINTED) {
      toggle(item, true);
      undo.push(() => toggle(item, false));
    } else {
      const lines = brief(item.finding);
      item.append(lines);
      undo.push(() => lines.remove());
    }
  }
  for (const more of list.querySelectorAll("details.places:not([open])")) {
    more.open = true;
    undo.push(() => { more.open = false; });
  }
  const chosen = byId("chosen");
  const said = fields.filter((name) => control[name].value !== DEFAULTS[name]).map((name) =>
    name === "search" ? `“${control.search.value}”` : `${name} ${control[name].selectedOptions[0].textContent}`);
  const left = drawn < found.length ? `The first ${drawn.toLocaleString("en")} are printed; choose fewer to print others.` : "";
  chosen.textContent = [said.length ? `Chosen: ${said.join("; ")}.` : "", left].filter(Boolean).join(" ");
  chosen.hidden = !chosen.textContent;
  undo.push(() => { chosen.hidden = true; });
});
addEventListener("afterprint", () => { for (const step of undo.reverse()) step(); undo = []; });
function brief(finding) {
  return el("ul", { class: "brief" }, ...finding.sides.map((side, at) => {
    const rest = side.claims.length > PLACES_SHOWN ? ` and ${side.claims.length - PLACES_SHOWN} more` : "";
    return el("li", {}, `${letter(at)}  `, el("bdi", {}, side.value), " · ", el("bdi", {}, side.claims.slice(0, PLACES_SHOWN).map(where).join(", ")), rest);
  }));
}
function follow() {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const finding = all.find((each) => each.id === wanted);
  if (!finding) return;
  set({ ...DEFAULTS, search: finding.id, kind: "", status: "" });
  const item = list.firstElementChild;
  if (item) { toggle(item, true); item.querySelector(".toggle").focus(); }
}
addEventListener("hashchange", follow);

set(DEFAULTS);
follow();
document.documentElement.dataset.ready = "true";
