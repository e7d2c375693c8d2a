/** Colors of all pages, in the light and in the dark. */
const PALETTE = `:root { color-scheme: light dark; --line: #d8dee4; --soft: #f6f8fa; --text: #1f2328; --quiet: #59636e; --link: #0a58ca; --page: #fff; --target: #fff3c4; }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --soft: #151b23; --text: #e6edf3; --quiet: #9198a1; --link: #74b0ff; --page: #0d1117; --target: #453a12; } }
`;

/**
 * Styles of the reference, readable on a phone, in the dark, and on paper. On a narrow screen, the menu is shown only
 * while it is the target of the address: its links, which change the target, close it.
 */
export const REFERENCE_STYLE = `
${PALETTE}* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; display: grid; grid-template-columns: 19rem minmax(0, 1fr); font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: var(--page); }
header, .close { display: none; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem; border-right: 1px solid var(--line); font-size: .875rem; }
nav h2 { margin: 1rem 0 .25rem; font-size: .75rem; text-transform: uppercase; letter-spacing: .05em; color: var(--quiet); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: .15rem 0 .15rem 3.2rem; text-indent: -3.2rem; }
nav .title { font-weight: 600; margin-top: 0; }
nav b { font-size: .65rem; display: inline-block; width: 3rem; text-indent: 0; }
main { padding: 1.5rem 2.5rem 6rem; max-width: 62rem; }
a { color: var(--link); text-decoration: none; }
a:hover, a:focus { text-decoration: underline; }
h1, h2, h3 { line-height: 1.25; }
main > section > h2 { margin-top: 3rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
.operation, .schema { margin: 2.5rem 0; }
.operation:target > h3, .schema:target > h3 { background: var(--target); }
.anchor { color: var(--quiet); font-weight: 400; visibility: hidden; }
h3:hover .anchor { visibility: visible; }
.route { padding: .5rem .75rem; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; white-space: nowrap; }
b.get { color: #1a7f37; } b.post { color: #0969da; } b.patch { color: #9a6700; } b.delete { color: #cf222e; }
@media (prefers-color-scheme: dark) { b.get { color: #56d364; } b.post { color: #79c0ff; } b.patch { color: #e3b341; } b.delete { color: #ff7b72; } }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; }
code { overflow-wrap: anywhere; }
pre { padding: .75rem; overflow-x: auto; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; margin: .75rem 0; font-size: .925rem; }
th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
.fields td:first-child { width: 27%; overflow-wrap: anywhere; } .fields td:nth-child(2) { width: 28%; overflow-wrap: anywhere; }
em { font-style: normal; font-size: .75rem; color: var(--quiet); }
.answer { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr); border-top: 1px solid var(--line); padding: .5rem 0; }
.answer h5 { margin: .1rem 0; font-size: 1rem; } .answer p { margin: .1rem 0 .4rem; }
.codes { margin: .1rem 0; padding: 0; list-style: none; }
.headers { font-size: .8rem; color: var(--quiet); }
@media (max-width: 56rem) {
  html { scroll-padding-top: 4rem; }
  body { display: block; }
  header { display: flex; justify-content: space-between; position: sticky; top: 0; padding: .75rem 1rem; font-weight: 600; background: var(--page); border-bottom: 1px solid var(--line); }
  nav { display: none; }
  nav:target { display: block; position: fixed; inset: 0; height: auto; z-index: 1; border: 0; background: var(--page); font-size: 1rem; }
  nav li a { padding-top: .35rem; padding-bottom: .35rem; }
  .close { display: block; position: fixed; top: 0; right: 0; padding: .75rem 1rem; font-weight: 600; background: var(--page); }
  main { padding: 1rem; }
  .anchor { visibility: visible; }
}
@media (max-width: 36rem) {
  .fields thead { display: none; }
  .fields tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .fields td, .fields td:first-child, .fields td:nth-child(2) { display: block; width: auto; padding: 0; border: 0; }
  .fields td:nth-child(2) { color: var(--quiet); }
  .answer { grid-template-columns: 3rem minmax(0, 1fr); }
}
@media print { header, nav { display: none; } body { display: block; } }
`;

/** Styles of a page of text, readable on a phone and in the dark, as the reference is. */
export const PAGE_STYLE = `
${PALETTE}html { scroll-padding-top: 1rem; }
body { font: 16px/1.55 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem; color: var(--text); background: var(--page); }
nav { padding-bottom: .75rem; border-bottom: 1px solid var(--line); font-size: .875rem; }
nav a { margin-right: 1rem; display: inline-block; }
a { color: var(--link); text-decoration: none; }
a:hover, a:focus { text-decoration: underline; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 2.5rem; }
h2:target { background: var(--target); }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; }
code { overflow-wrap: anywhere; }
pre { padding: .75rem; overflow-x: auto; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; }
.language { margin: 1rem 0 -.6rem; font-size: .75rem; color: var(--quiet); }
pre code { font-size: 1em; overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; margin: .75rem 0; font-size: .925rem; }
th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
@media print { nav { display: none; } }
`;
