import { createHash } from 'node:crypto';

// Colours are those of the product's tokens; sizes keep the ten-second view above 844 px (D-06).
const colours = `
:root{color-scheme:light dark;--page:#FAF7EE;--box:#fff;--ink:#17231D;--soft:#414D46;--line:#DCD6C4;--leaf:#15493A;--on:#fff;--edge:#6C7062;--gold:#F3B712;--red:#9B2419;--old:#FDF0C8}
@media screen and (prefers-color-scheme:dark){:root{--page:#0F1C17;--box:#172821;--ink:#F4F0E3;--soft:#C6CFC6;--line:#30463C;--leaf:#A4DBBE;--on:#0B2018;--edge:#8A9A90;--red:#FFB4A8;--old:#3A300F}}`;

const page = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:17px/1.4 -apple-system,BlinkMacSystemFont,Roboto,"Segoe UI",Arial,"PingFang SC","Microsoft YaHei",sans-serif;overflow-wrap:break-word;text-wrap:pretty;text-autospace:normal}
h1,h2,h3,p,dl,dd,ul{margin:0;padding:0}ul{list-style:none}
h1{font-size:28px;line-height:1.15;text-wrap:balance}h2{font-size:19px;line-height:1.3}h3{font-size:17px;margin-top:16px}
a{color:var(--leaf);text-underline-offset:3px}
header{background:#15493A;color:#fff;padding:0 20px;display:flex;justify-content:space-between;align-items:center;gap:16px;font-size:16px;font-weight:600}
header a{color:#fff;padding:11px 20px;margin:0 -20px;line-height:22px}
main{max-width:640px;margin:auto;padding:5px 20px 40px}
section{margin-top:28px}.soft{color:var(--soft)}.small{font-size:16px;line-height:1.4}.words{white-space:pre-line}.rule{border-top:1px solid var(--line);padding-top:16px}
.btn{display:flex;align-items:center;justify-content:center;min-height:52px;width:100%;padding:8px 18px;border:2px solid var(--leaf);border-radius:12px;background:var(--leaf);color:var(--on);font:inherit;font-weight:700;text-decoration:none;text-align:center;overflow-wrap:anywhere;margin-top:12px}
.btn.two{background:none;color:var(--leaf)}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px;box-shadow:0 0 0 2px var(--page),0 0 0 8px var(--gold)}`;

const plan = `
.heavy{border:3px solid var(--ink);border-radius:12px;background:var(--box);overflow:hidden;margin-top:6px}h1+p{line-height:1.3}
.heavy h2{background:var(--ink);color:var(--page);padding:1px 13px;font-size:17px}
.heavy dl,.in{padding:3px 13px 5px}.heavy div+div{border-top:1px solid var(--line);margin-top:4px;padding-top:3px}
dt{color:var(--soft);font-size:16px;line-height:1.25}.lead{font-size:20px;font-weight:700;line-height:1.2}.if{display:block;color:inherit;font-size:16px;line-height:1.27;min-height:44px;text-decoration:none}.if .lead{display:block}.if b{text-decoration:underline}.go{display:flex;align-items:center;min-height:44px;font-weight:700}h1.long{font-size:22px}.say{font-size:16px;line-height:1.27}
.in,.in p{font-size:16px;line-height:1.27}.in li{font-weight:700;line-height:1.25;padding-left:16px;text-indent:-16px}.in li::before{content:"\\2022";display:inline-block;width:16px;text-indent:0}
.next{margin-top:5px}.next h2{font-size:17px}.now{font-size:16px;line-height:1.3}.now h2,.now p{display:inline;font-size:inherit;line-height:inherit}
.call{display:flex;flex-wrap:wrap;align-items:center;gap:4px 12px;background:var(--box);border:1px solid var(--line);border-radius:12px;padding:5px 12px;margin-top:3px}
.call p{flex:99 1 130px;line-height:1.25}.call .say{flex-basis:100%}.call .btn{width:auto;flex:1 0 auto;margin:0;min-height:48px;padding:6px 14px}
.btn+p{margin-top:6px}.list li{padding:7px 0;border-top:1px solid var(--line)}.list li:first-child{border:0}
.old{background:var(--old);margin:-5px -20px 4px;padding:3px 20px;font-size:16px;line-height:1.35}
.rows>div{padding:9px 0;border-top:1px solid var(--line)}.rows dd{font-weight:600}.rows .note{font-weight:400}`;

const pin = `
.pin h1{font-size:30px;margin-top:12px}.pin form{margin-top:24px}label{font-weight:700}
input{display:block;width:100%;min-height:72px;border:2px solid var(--edge);border-radius:8px;background:var(--box);color:inherit;font:700 36px/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.2em;text-align:center;margin:8px 0 4px}
.bad{border:2px solid var(--red);border-radius:8px;background:var(--box);padding:10px 14px;margin-top:16px}.bad p+p{margin-top:6px}.bad~form input{border-color:var(--red)}.calm,.calm~form input{border-color:var(--leaf)}`;

const elsewhere = `
@media(forced-colors:active){.heavy h2{border-bottom:2px solid}.btn{border-color:LinkText}}
@media print{:root{color-scheme:light}body{background:#fff;font-size:11pt}header{background:none;color:#000;padding:0}header a,form,.web{display:none}main{max-width:none;padding:0}.heavy h2{background:none;color:inherit;border-bottom:2px solid}.btn{background:none;color:inherit;border:0;padding:0;min-height:0}section,.rows>div{break-inside:avoid}.whole{break-inside:auto}}`;

const compact = (css: string) => css.replaceAll('\n', '');

/** The styles of the emergency plan page: the only style sheet that its policy allows. */
export const planStyles = compact(colours + page + plan + elsewhere);

/** The same styles for a shadow root in another page, with elements of the classes `page`, `main` and `h1` for those elements. */
export const previewStyles = `${planStyles
  .replaceAll(':root', ':host')
  .replaceAll('body{', '.page{')
  .replaceAll('main{', '.main{')
  .replaceAll(/\bh1\b/g, '.h1')}.h1{font-weight:700}`;

/** The styles of the PIN page. */
export const pinStyles = compact(colours + page + pin + elsewhere);

const letter = `
.doc h1{margin-top:16px}.doc>p,.doc li{margin-top:8px}.doc section{margin-top:24px}.doc ul:not(.list):not(.in ul){list-style:disc;padding-left:22px}.doc .in ul{list-style:none;padding:0}
.doc ol{margin:0;padding:0;list-style:none;counter-reset:step}.doc ol li{counter-increment:step;position:relative;padding-left:36px;line-height:1.35}.doc ol li::before{content:counter(step);position:absolute;left:0;top:0;min-width:24px;line-height:24px;border-radius:12px;background:var(--leaf);color:var(--on);text-align:center;font-size:16px;font-weight:700}
.doc .btn+.small{margin-top:12px}.doc form .btn,.doc a.btn{margin-top:16px}.box{background:var(--box);border:1px solid var(--line);border-radius:12px;padding:12px 16px}.box p+p,.box+.box{margin-top:8px}
.news{background:var(--old);border-radius:12px;padding:10px 14px;margin-top:16px}.doc .heavy{margin-top:12px}.doc .heavy h2{line-height:1.5}.doc .heavy+p{margin-top:12px}.doc .first{margin-top:16px}.doc .call{margin-top:8px}.doc .call .btn{margin:0}.doc .in li{margin-top:3px}.doc .in p{margin-top:5px}.doc .box{margin-top:16px}.doc .list li{margin:0}.doc .asked{font-size:17px;font-weight:400;color:var(--soft)}.doc .answers li{font-size:18px}.doc .answers li,.doc .rows dd:not(.note){font-weight:700}`;

/** The styles of the pages of trusted contacts. */
export const contactStyles = compact(colours + page + plan + pin + letter + elsewhere);

// One A4 sheet: smaller type, columns side by side, no colour.
const sheet = `
.sheet{max-width:760px}.sheet section{margin-top:14px}.sheet .btn{min-height:44px}
@page{size:A4;margin:10mm}
@media print{body{font-size:9.5pt;line-height:1.25}.sheet h1{font-size:17pt}.sheet h2{font-size:10.5pt}.sheet .lead{font-size:12pt}.sheet p,.sheet li,.sheet dt,.sheet dd,.sheet .small,.sheet .in,.sheet .in p,.sheet .say,.sheet .call .btn,.sheet .if{font-size:9.5pt;line-height:1.25}.sheet .lead,.sheet .if .lead{font-size:12pt}.sheet section{margin-top:5pt}.sheet .list{columns:2}.sheet .list li{padding:1pt 0;border:0}.sheet .btn{margin-top:1pt;display:block;text-align:left}.sheet .call{padding:2pt 8pt}.tight{zoom:.78}}`;

/** The styles of the page of emergency facts that staff print on one sheet. */
export const sheetStyles = compact(colours + page + plan + elsewhere + sheet);

const sourceOf = (css: string) => `'sha256-${createHash('sha256').update(css, 'utf8').digest('base64')}'`;

/** The style sources in the Content-Security-Policy of both pages: these two sheets, by their SHA-256, and nothing else. */
export const emergencyStyleHash = `${sourceOf(planStyles)} ${sourceOf(pinStyles)}`;

/** The style source in the policy of the staff sheet. */
export const sheetStyleHash = sourceOf(sheetStyles);

/** The style source in the policy of the contact pages. */
export const contactStyleHash = sourceOf(contactStyles);
