// Mark-up in which only one rule of the cleaning helps, so that each rule has a text that fails without it.

type Rule = readonly [what: string, html: string, becomes: string]

const line = (marker: string, text: string, list = 'l0 level1 lfo1', tag = 'p') =>
  `<${tag} style='mso-list:${list}'><span style='mso-list:Ignore'>${marker}<span>&nbsp;</span></span>${text}</${tag}>`
const online = (text: string, more: string, list = '') =>
  `<div class="ListContainerWrapper"><ol ${list}><li data-aria-level="1" ${more}><p>${text}</p></li></ol></div>`

export const commentRules: readonly Rule[] = [
  ['an anchor of WPS', '<p>甲<span class=MsoCommentReference>[批注1]</span>乙</p>', '<p>甲乙</p>'],
  [
    'an anchor of Word Online by its style',
    '<p>甲<span data-ccp-charstyle="annotation reference">[1]</span>乙</p>',
    '<p>甲乙</p>',
  ],
  ['an anchor to a comment', '<p>甲<a href="#_msocom_1">[王1]</a>乙</p>', '<p>甲乙</p>'],
  ['an anchor from a comment', '<p>甲<a name="_msocom_1">[王1]</a>乙</p>', '<p>甲乙</p>'],
  [
    'an anchor with a special character',
    "<p>甲<span style='mso-special-character: comment'>[1]</span>乙</p>",
    '<p>甲乙</p>',
  ],
  ['an anchor of LibreOffice', '<p>甲<a class="sdcommentanc">[1]</a>乙</p>', '<p>甲乙</p>'],
  ['a text in the box of a comment', '<p>正文</p><div class=msocomtxt><p>底价</p></div>', '<p>正文</p>'],
  ['the subject of a comment', '<p>正文</p><p class=MsoCommentSubject>底价</p>', '<p>正文</p>'],
  ['the subject of a comment in Word Online', '<p>正文</p><p class="CommentSubject">底价</p>', '<p>正文</p>'],
  ['an element for comments', '<p>正文<comment>底价</comment></p>', '<p>正文</p>'],
  [
    'a comment without a class',
    "<p>正文</p><div style='mso-element:comment'><p>底价</p></div>",
    '<p>正文</p>',
  ],
  [
    'a paragraph of which one part has the style of comments',
    '<p>正文</p><p><span data-ccp-parastyle="annotation text">底价</span><span>三折</span></p>',
    '<p>正文</p>',
  ],
  [
    'a comment of two paragraphs in Google Docs',
    '<p>正文</p><div><p><a href="#cmnt_ref1">[a]</a><span>底价</span></p><p>三折</p></div>',
    '<p>正文</p>',
  ],
  [
    'a comment of Google Docs beside other text',
    '<div><p>正文</p><p><a href="#cmnt_ref1">[a]</a><span>底价</span></p></div>',
    '<p>正文</p>',
  ],
]

/** Declarations that hide a text, each as a style of its own and as a rule of a copied style sheet. */
export const hidingStyles = [
  'display:none',
  'DISPLAY: NONE',
  'display:none !important',
  'visibility:hidden',
  'visibility: collapse',
  'mso-hide:all',
  'opacity:0',
  'opacity: .0',
  'font-size:0',
  'font-size: .5px',
  'font-size:0.1pt',
  'color:transparent',
  'color:rgba(0, 0, 0, 0)',
  'color:hsla(0,0%,0%,0)',
  'color:rgb(0 0 0 / 0)',
  'color:hsl(0 0% 0% / 0%)',
  'color:#0000',
  'color:#1d2b4f00',
  'text-indent:-999px',
  'position:absolute;left:-9999px',
  'position:fixed;top:-100em',
  'position:absolute;clip:rect(0 0 0 0)',
  'position:absolute;clip:rect(1px, 1px, 1px, 1px)',
  'clip-path:inset(50%)',
  'clip-path:inset(100%)',
  'height:0;overflow:hidden',
  'max-width:0px;overflow-x:clip',
  'transform:scale(0)',
]

export const hiddenRules: readonly Rule[] = [
  ['the attribute hidden', '<p>公开<span hidden>底价</span></p>', '<p>公开</p>'],
  [
    'a line in an invisible block',
    '<div style="visibility:hidden"><p>底价</p></div><p>公开</p>',
    '<p>公开</p>',
  ],
  ['a line in a block without size', '<div style="font-size:0"><p>底价</p></div><p>公开</p>', '<p>公开</p>'],
  [
    'a line in a transparent block',
    '<div style="color:transparent"><p>底价</p></div><p>公开</p>',
    '<p>公开</p>',
  ],
  [
    'a colour that is inherited from a transparent text',
    '<p>公开<span style="color:transparent">底<i style="color:inherit">价</i></span></p>',
    '<p>公开</p>',
  ],
  [
    'an invisible picture',
    '<p>公开<img style="visibility:hidden" src="/api/files/1/a.webp"></p>',
    '<p>公开</p>',
  ],
  ['a place without a position', '<p style="left:-9999px">公开</p>', '<p>公开</p>'],
  ['a box without height that shows what is in it', '<p style="height:0">公开</p>', '<p>公开</p>'],
  [
    'a style of its own against the style sheet',
    '<style>.x{display:none}</style><p class=x style="display:block">公开</p>',
    '<p>公开</p>',
  ],
  [
    'two rules for a text',
    '<style>.x{display:none} .y{opacity:1}</style><p class="x y">底价</p><p>公开</p>',
    '<p>公开</p>',
  ],
  [
    'a rule within a rule',
    '<style>.x { color: red; .y { display:none } }</style><p class=x>公开</p>',
    '<p>公开</p>',
  ],
  [
    'a selector that cannot be read',
    '<style>p:has( {display:none} .x{display:none}</style><p class=x>底价</p><p>公开</p>',
    '<p>公开</p>',
  ],
  [
    'an article of 公众号 by its id',
    '<div id="js_content" style="opacity:0"><p>公开</p></div>',
    '<p>公开</p>',
  ],
  [
    'an article of 公众号 by its class',
    '<div class="rich_media_content" style="opacity:0"><p>公开</p></div>',
    '<p>公开</p>',
  ],
]

export const listRules: readonly Rule[] = [
  ['a Chinese sign as number', line('甲', '总则'), '<p>甲 总则</p>'],
  ['a bullet of several signs', line('——', '甲'), '<ul><li><p>甲</p></li></ul>'],
  [
    'a marker within a marker',
    "<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'><span style='mso-list:Ignore'>（1）</span></span>甲</p>",
    '<p>（1）甲</p>',
  ],
  [
    'numbers and bullets of one list',
    line('1.', '甲') + line('l', '乙'),
    '<ol><li><p>甲</p></li></ol><ul><li><p>乙</p></li></ul>',
  ],
  [
    'two lists without the number of their use',
    line('1.', '甲', 'l0 level1') + line('1.', '乙', 'l1 level1'),
    '<ol><li><p>甲</p></li></ol><ol><li><p>乙</p></li></ol>',
  ],
  [
    'the start of a list of Word Online',
    online('甲', 'data-leveltext="%1."', 'start="3"'),
    '<ol start="3"><li><p>甲</p></li></ol>',
  ],
  [
    'a deeper line of Word Online whose pattern names the first level',
    online('甲', 'data-leveltext="（%1）" data-aria-posinset="4"').replace('level="1"', 'level="2"'),
    '<p>（4）甲</p>',
  ],
  [
    'two lists of Word Online',
    online('甲', 'data-listid="1" data-aria-posinset="1"') +
      online('乙', 'data-listid="2" data-aria-posinset="1"'),
    '<ol><li><p>甲</p></li></ol><ol><li><p>乙</p></li></ol>',
  ],
  ...(
    [
      [8, '八'],
      [10, '十'],
      [12, '十二'],
      [21, '二十一'],
    ] as const
  ).map(([position, number]): Rule => [
    `the Chinese number ${position} of Word Online`,
    online(
      '甲',
      `data-leveltext="第%1条" data-aria-posinset="${position}"`,
      'style="list-style-type:cjk-ideographic"',
    ),
    `<p>第${number}条 甲</p>`,
  ]),
  [
    'a heading of Word Online in a box',
    '<div role="heading" aria-level="3"><span>标题</span></div>',
    '<h3>标题</h3>',
  ],
  [
    'a box of paragraphs with the role of a heading',
    '<div role="heading" aria-level="3"><p>甲</p><p>乙</p></div>',
    '<p>甲</p><p>乙</p>',
  ],
  ['a list that begins with its number 1', '<ol><li value="1">甲</li></ol>', '<ol><li>甲</li></ol>'],
]

export const styleRules: readonly Rule[] = [
  ['bolder text', '<p><span style="font-weight: bolder">甲</span></p>', '<p><strong>甲</strong></p>'],
  [
    'a bold element that inherits',
    '<p><b style="font-weight:inherit">甲</b></p>',
    '<p><strong>甲</strong></p>',
  ],
  ['a keyword in capitals', '<p>m<span style="VERTICAL-ALIGN: SUPER">2</span></p>', '<p>m<sup>2</sup></p>'],
  [
    'raised text within raised text',
    '<p>m<sup><span style="vertical-align:super">2</span></sup></p>',
    '<p>m<sup>2</sup></p>',
  ],
  ['italic text', '<p><span style="font-style: italic">甲</span></p>', '<p><em>甲</em></p>'],
  ['struck text', '<p><span style="text-decoration: line-through">甲</span></p>', '<p><s>甲</s></p>'],
  ['a font of old pages', '<p><font style="font-weight:bold">甲</font></p>', '<p><strong>甲</strong></p>'],
  ['a bold blank', '<p>甲<span style="font-weight:bold"> </span>乙</p>', '<p>甲 乙</p>'],
  ['a blank line of an ideographic space', '<p>甲</p><p>\u3000</p><p>乙</p>', '<p>甲</p><p></p><p>乙</p>'],
  [
    'a blank line in a quotation',
    '<blockquote><p>甲</p><p><br></p></blockquote>',
    '<blockquote><p>甲</p></blockquote>',
  ],
  ['blank lines at both ends', '<p><br></p><p>甲</p><p>&nbsp;</p>', '<p>甲</p>'],
  ['an indentation by tabs', '<pre>甲\n\t乙</pre>', '<p>甲<br>&nbsp;&nbsp;&nbsp;&nbsp;乙</p>'],
  ['lines of Windows', '<pre>甲&#13;\n乙</pre>', '<p>甲<br>乙</p>'],
]
