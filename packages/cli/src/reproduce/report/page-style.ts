/** Of the page: light and dark, wide and narrow. Below 44rem a row of the table is a card. */
export const STYLE = `
:root { color-scheme: light dark; --text: #222; --page: #fff; --faint: #666; --line: #ddd; --card: #f6f7f9 }
@media (prefers-color-scheme: dark) { :root { --text: #ddd; --page: #16181d; --faint: #999; --line: #383c44; --card: #1e2128 } }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); overflow-wrap: anywhere }
h1 { line-height: 1.2 }
h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; font-size: 1.25rem }
h3 { margin: 1rem 0 0.25rem; font-size: 1rem }
.about, .files, figcaption, .judged { color: var(--faint); font-size: 0.875rem }
.about { padding-left: 1.25rem }
figure { margin: 1rem 0 }
.panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: 1.5rem }
.panels svg { display: block; width: 100%; height: auto }
.title { font-size: 0.9375rem; margin-bottom: 0.25rem }
nav { margin-top: 1rem }
nav a { margin-right: 1rem }
a { color: inherit }
details { margin: 1rem 0 }
summary { cursor: pointer }
.first { background: var(--card); border-radius: 0.5rem; padding: 0.5rem 1rem }
.first ul { padding-left: 1.25rem }
.first li { margin-bottom: 0.5rem }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.75rem; border-top: 1px solid var(--line) }
td { width: 33% }
code { font-size: 0.875em }
.holds b { color: #1b8a4b } .holds-if b { color: #b7791f } .does-not-hold b { color: #d0453a } .open b, .vacuous b { color: #7a5bc7 }
.beyond { border: 1px solid var(--line); border-radius: 0.25rem; padding: 0 0.25rem; color: var(--faint) }
.count { font-weight: bold }
@media (max-width: 44rem) {
  body { margin: 1rem auto }
  thead { display: none }
  tr { display: block; border-top: 1px solid var(--line); padding: 0.5rem 0 }
  td { display: block; width: auto; border: 0; padding: 0.25rem 0 }
  td:first-child { font-weight: 600 }
}
`;
