import { createHash } from 'node:crypto';

const LIGHT = `--paper:#F5F2E9;--sheet:#FDFCF8;--well:#EAE6D9;--line:#DAD5C6;--line-strong:#838B80;--ink:#0C1611;--ink-2:#3D4943;--ink-3:#5A655E;
--primary:#0E4433;--primary-hover:#0A3528;--primary-press:#07281E;--on-primary:#FBFAF3;--glass:#0A1A14;--glass-line:#2B463A;--glass-border:#0A1A14;
--on-glass:#F3F2E8;--on-glass-2:#A8BBB0;--strand:#587A6B;--signal:#E2FF3F;--focus:#0E4433;--ok:#17613E;--ok-tint:#DBEADC;--warn:#744A00;--warn-tint:#F8E7C1;
--bad:#A3152D;--bad-tint:#F9DEDC;--mute:#3D4943;--mute-tint:#EAE6D9`;

const DARK = `--paper:#0A120E;--sheet:#111C17;--well:#1A2821;--line:#24342C;--line-strong:#687A70;--ink:#EFF1E8;--ink-2:#B9C4BC;--ink-3:#93A097;
--primary:#A9DDC2;--primary-hover:#C0E9D3;--primary-press:#8FCBAD;--on-primary:#06150E;--glass:#060C09;--glass-line:#253A30;--glass-border:#253A30;
--strand:#526F62;--focus:#E2FF3F;--ok:#7AD6A6;--ok-tint:#12301F;--warn:#F2C15F;--warn-tint:#32260B;
--bad:#FF948C;--bad-tint:#3A1719;--mute:#B9C4BC;--mute-tint:#1F2D26`;

const LAYOUT = `
*,*::before,*::after{box-sizing:border-box}
html{color-scheme:light dark;-webkit-text-size-adjust:100%;background:var(--glass)}
body{margin:0;min-height:100svh;display:flex;flex-direction:column;background:var(--paper);color:var(--ink);
font:400 1rem/1.5 Overpass,system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums;-webkit-font-smoothing:antialiased}
h1,h2,p,dl,dd{margin:0}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.glass :focus-visible{outline-color:var(--signal)}
.i{width:20px;height:20px;flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.wrap{width:100%;max-width:1040px;margin-inline:auto;padding-inline:16px}
.strip{background:var(--warn-tint);color:var(--warn);font-size:.875rem;line-height:1.45}
.strip .wrap{display:flex;align-items:center;gap:10px;padding-block:12px}
main{display:grid;gap:24px;padding-block:24px 40px}
main,.bill,.panel{min-width:0}
h1{font-size:clamp(1.625rem,1.4rem + 1vw,2.25rem);line-height:1.1;letter-spacing:-.022em;font-weight:600;text-wrap:balance}
h2{font-size:1.25rem;line-height:1.25;letter-spacing:-.012em;font-weight:600}
.via{margin-top:6px;color:var(--ink-2)}
.strands{display:none;width:100%;height:52px;margin-top:24px;stroke:var(--line)}
.strands .lit{stroke:var(--primary);stroke-width:2}
dl{margin-top:16px;border-top:1px solid var(--line)}
dl div{display:flex;justify-content:space-between;gap:16px;padding-block:10px;border-bottom:1px solid var(--line)}
dt{color:var(--ink-2)}dd{font-weight:600;text-align:right;overflow-wrap:anywhere}
.panel{align-self:start;background:var(--sheet);border:1px solid var(--line);border-radius:14px}
.due{padding:20px}
.due p{color:var(--ink-2)}
.sum{font-size:clamp(2.75rem,1.9rem + 3vw,3.5rem);line-height:1.1;font-weight:300;letter-spacing:-.03em;color:var(--ink)!important;overflow-wrap:anywhere}
.part{padding:20px;border-top:1px solid var(--line)}
form .part:last-child{padding-block:4px}
.btn{display:flex;align-items:center;justify-content:center;gap:8px;width:100%;min-height:52px;padding:0 24px;border:0;border-radius:8px;font:inherit;font-weight:600;
font-size:1.0625rem;line-height:1;text-decoration:none;cursor:pointer;background:var(--primary);color:var(--on-primary);transition:background-color 120ms}
.btn:hover{background:var(--primary-hover)}.btn:active{background:var(--primary-press);transform:translateY(1px)}
.hint{margin-top:10px;font-size:.875rem;line-height:1.45;color:var(--ink-3);text-align:center}
.row{display:grid;grid-template-columns:20px 1fr 20px;gap:2px 14px;align-items:center;width:100%;padding:14px 0;border:0;border-bottom:1px solid var(--line);background:none;
color:var(--ink);font:inherit;text-align:left;cursor:pointer}
.row:last-child{border-bottom:0}
.row .i{grid-row:1/span 2;color:var(--ink-2)}.row .go{grid-column:3;color:var(--ink-3);transition:transform 120ms}
.row b{grid-column:2;font-weight:600;line-height:1.35}.row span{grid-column:2;grid-row:2;font-size:.875rem;line-height:1.45;color:var(--ink-3)}
.row:hover b{text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:3px}.row:hover .go{transform:translateX(3px)}
.row:focus-visible{outline-offset:0;border-radius:8px}
.alert{display:flex;gap:10px;padding:12px 14px;margin-bottom:16px;border-radius:8px;font-size:.875rem;line-height:1.45}
.badge{display:inline-flex;align-items:center;gap:6px;min-height:24px;padding:0 8px;border-radius:4px;font-size:.8125rem;font-weight:600;line-height:1}
.badge .i{width:14px;height:14px;stroke-width:2.25}
.ok{background:var(--ok-tint);color:var(--ok)}.bad{background:var(--bad-tint);color:var(--bad)}.mute{background:var(--mute-tint);color:var(--mute)}
.end h2{margin-top:12px}.end p{margin-block:6px 20px;color:var(--ink-2)}
.glass{background:var(--glass);color:var(--on-glass);border-color:var(--glass-border);overflow:hidden}
.glass .due p,.glass .end p{color:var(--on-glass-2)}.glass .sum{color:var(--on-glass)!important}
.glass .part{border:0}
.glass .btn{background:var(--on-glass);color:#0C1611}.glass .btn:hover{background:#fff}
.beam{display:block;width:100%;height:64px;fill:none;stroke:var(--strand)}
.beam .lit{stroke:var(--signal);stroke-width:2;stroke-dasharray:60 400;animation:beam 2400ms linear infinite}
@keyframes beam{from{stroke-dashoffset:60}to{stroke-dashoffset:-400}}
footer{margin-top:auto;background:var(--glass);color:var(--on-glass-2);font-size:.875rem;line-height:1.45}
footer p{padding-block:20px}
.adire{height:16px;background:var(--strand);-webkit-mask:var(--adire) 0 0/64px 16px repeat-x;mask:var(--adire) 0 0/64px 16px repeat-x;
--adire:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='64' height='16' fill='none' stroke='%23000'%3E%3Cpath d='M8 1l7 7-7 7-7-7zM8 5l3 3-3 3-3-3zM18 15a6 6 0 0112 0M21 15a3 3 0 016 0M18 1a6 6 0 0012 0M21 1a3 3 0 006 0M34 1v14M38 1v14M42 1v14M46 1v14M50 1l13 14M63 1L50 15'/%3E%3C/svg%3E")}
@media(min-width:768px){
.wrap{padding-inline:28px}
main{grid-template-columns:minmax(0,1fr) minmax(0,440px);gap:48px;padding-block:48px 64px}
.strands{display:block}dl{margin-top:24px}dl div{padding-block:12px}
.due,.part{padding:24px 28px}form .part:last-child{padding-block:4px}
}
@media(prefers-reduced-motion:reduce){*{transition:none!important}.beam .lit{animation:none;stroke-dasharray:none}}
`;

const FONT_FACES = [
  { file: 'overpass-latin.woff2', range: '' },
  {
    file: 'overpass-nigeria.woff2',
    range: 'unicode-range:U+0100-024F,U+0253,U+0257,U+1E3E-1E3F,U+1E44-1E45,U+1E62-1E63,U+20A6;',
  },
] as const;

export const FONT_FILES: readonly string[] = FONT_FACES.map(({ file }) => file);

/**
 * The page's whole style; `fontBase` is the address of the folder with the two fonts, or null for
 * the system's.
 */
export function checkoutStyle(fontBase: string | null): string {
  const faces = FONT_FACES.map(
    ({ file, range }) =>
      `@font-face{font-family:Overpass;src:url("${fontBase}/${file}") format("woff2");font-weight:300 800;font-display:swap;${range}}`,
  );
  const dark = `@media(prefers-color-scheme:dark){:root{${DARK}}}`;
  return `${fontBase === null ? '' : faces.join('\n')}\n:root{${LIGHT}}\n${dark}${LAYOUT}`;
}

/** The CSP source that allows exactly this inline style. */
export function styleSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}
