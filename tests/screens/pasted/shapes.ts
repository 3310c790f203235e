// Mark-up that programs put on the clipboard, and what becomes of it in an article. Every row is the smallest of its
// kind, written as the program writes it.

type Shape = readonly [program: string, what: string, html: string, becomes: string]

const wordLine = (marker: string, text: string, { list = 'l0', level = 1, use = 'lfo1', tag = 'p' } = {}) =>
  `<${tag} class=MsoListParagraph style='margin-left:21.0pt;text-indent:-21.0pt;mso-list:${list} level${level} ${use}'><![if !supportLists]><span lang=EN-US><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></${tag}>`

const wpsLine = (marker: string, text: string) =>
  `<p class=MsoNormal style="margin-left:21.0000pt;text-indent:-21.0000pt;mso-list:l0 level1 lfo1;" ><!--[if !supportLists]--><span style="font-family:宋体;font-size:10.5000pt;" ><span style='mso-list:Ignore;' >${marker}<span>&nbsp;</span></span></span><!--[endif]--><span style="mso-spacerun:'yes';font-family:宋体;" >${text}</span></p>`

const onlineLine = (tag: 'ol' | 'ul', level: number, text: string, more = '') =>
  `<div class="ListContainerWrapper SCXW1 BCX0"><${tag} class="${tag === 'ol' ? 'NumberListStyle1' : 'BulletListStyle1'} SCXW1" role="list"><li data-aria-level="${level}" data-listid="1" ${more} role="listitem" class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1"><span class="TextRun SCXW1"><span class="NormalTextRun SCXW1">${text}</span></span><span class="EOP SCXW1" data-ccp-props="{}">&nbsp;</span></p></li></${tag}></div>`

export const pastedShapes: readonly Shape[] = [
  [
    'Word',
    'headings numbered by the program',
    wordLine('一、', '总则', { tag: 'h1', list: 'l1' }) +
      '<p class=MsoNormal>正文</p>' +
      wordLine('二、', '分则', { tag: 'h1', list: 'l1' }),
    '<h2>一、总则</h2><p>正文</p><h2>二、分则</h2>',
  ],
  ['Word', 'a heading numbered 1.', wordLine('1.', '引言', { tag: 'h2' }), '<h2>1. 引言</h2>'],
  ['Word', 'a heading numbered 1.1', wordLine('1.1', '背景', { tag: 'h3' }), '<h3>1.1 背景</h3>'],
  [
    'Word',
    'numbers 1. and 2.',
    wordLine('1.', '甲') + wordLine('2.', '乙'),
    '<ol><li><p>甲</p></li><li><p>乙</p></li></ol>',
  ],
  [
    'Word',
    'letters a) and b)',
    wordLine('a)', '甲') + wordLine('b)', '乙'),
    '<ol><li><p>甲</p></li><li><p>乙</p></li></ol>',
  ],
  [
    'Word',
    'two lists after each other',
    wordLine('1.', '甲') + wordLine('2.', '乙') + wordLine('1.', '丙', { list: 'l3', use: 'lfo2' }),
    '<ol><li><p>甲</p></li><li><p>乙</p></li></ol><ol><li><p>丙</p></li></ol>',
  ],
  [
    'Word',
    'a list numbered anew',
    wordLine('1.', '甲') + wordLine('1.', '乙', { use: 'lfo2' }),
    '<ol><li><p>甲</p></li></ol><ol><li><p>乙</p></li></ol>',
  ],
  [
    'Word',
    'a list that goes on after a paragraph',
    wordLine('1.', '甲') + '<p class=MsoNormal>说明</p>' + wordLine('2.', '乙'),
    '<ol><li><p>甲</p></li></ol><p>说明</p><ol start="2"><li><p>乙</p></li></ol>',
  ],
  [
    'Word',
    'bullets below numbers',
    wordLine('1.', '甲') + wordLine('l', '子', { level: 2 }) + wordLine('2.', '乙'),
    '<ol><li><p>甲</p><ul><li><p>子</p></li></ul></li><li><p>乙</p></li></ol>',
  ],
  [
    'Word',
    'a level left out',
    wordLine('l', '甲') + wordLine('n', '子', { level: 3 }) + wordLine('n', '丑', { level: 3 }),
    '<ul><li><p>甲</p><ul><li><p>子</p></li><li><p>丑</p></li></ul></li></ul>',
  ],
  [
    'Word',
    'three levels, of which one is written as text',
    wordLine('1.', '甲') +
      wordLine('a)', '子', { level: 2 }) +
      wordLine('i.', '丑', { level: 3 }) +
      wordLine('ii.', '寅', { level: 3 }) +
      wordLine('b)', '卯', { level: 2 }) +
      wordLine('2.', '乙'),
    '<ol><li><p>甲</p><ol><li><p>子</p><p>i. 丑</p><p>ii. 寅</p></li><li><p>卯</p></li></ol></li><li><p>乙</p></li></ol>',
  ],
  [
    'Word',
    'Roman numbers with a bracket',
    wordLine('i)', '甲') + wordLine('ii)', '乙') + wordLine('iv)', '丙', { use: 'lfo2' }),
    '<ol><li><p>甲</p></li><li><p>乙</p></li></ol><ol start="4"><li><p>丙</p></li></ol>',
  ],
  ['Word', 'an article of a statute', wordLine('第一条', '为了保护'), '<p>第一条 为了保护</p>'],
  ['Word', 'an article in English', wordLine('Article 1', '文'), '<p>Article 1 文</p>'],
  ['Word', 'a number in brackets', wordLine('（1）', '甲方'), '<p>（1）甲方</p>'],
  ['Word', 'a Chinese number in brackets', wordLine('（一）', '甲方'), '<p>（一）甲方</p>'],
  ['Word', 'a circled number', wordLine('①', '甲方'), '<p>①甲方</p>'],
  ['Word', 'a Chinese number', wordLine('一、', '甲方'), '<p>一、甲方</p>'],
  ['Word', 'a number with a bracket', wordLine('1)', '甲方'), '<p>1) 甲方</p>'],
  ['Word', 'a number of two levels', wordLine('1.1', '甲方', { level: 2 }), '<p>1.1 甲方</p>'],
  [
    'Word',
    'comments',
    `<p class=MsoNormal>应当<a style='mso-comment-reference:王_1;mso-comment-date:20240301T1000'>赔偿</a><span class=MsoCommentReference><span lang=EN-US><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[王1]</a><![endif]><span style='mso-special-character:comment'>&nbsp;</span></span></span>损失</p>
<div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff align=left size=1 width="33%"><![endif]><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><span style='mso-comment-author:"王"'><a name="_msocom_1"></a></span><p class=MsoCommentText><span class=MsoCommentReference><a href="#_msoanchor_1" class=msocomoff>[王1]</a></span>客户要求改低</p></div></div></div>`,
    '<p>应当赔偿损失</p>',
  ],
  [
    'Word',
    'the text of a comment without its list',
    `<p>正文</p><div class=msocomtxt id="_com_1"><p class=MsoCommentText>底价</p></div><p class=MsoCommentText>让步</p>`,
    '<p>正文</p>',
  ],
  [
    'Word',
    'text that a style of the document hides',
    `<html><head><style><!-- p.Note {margin:0;\n display:none;mso-hide:all} @media print {.web{display:none}} --></style></head><body><p class=Note>底价</p><p class=web>公开</p></body></html>`,
    '<p>公开</p>',
  ],
  [
    'Word',
    'hidden text with a blank before the colon',
    '<p>公开<span style="DISPLAY : none">底价</span></p>',
    '<p>公开</p>',
  ],
  [
    'LibreOffice',
    'comments',
    '<p>甲<a class="sdcommentanc" name="x"></a>乙</p><div id="sdcomment1"><p>批注</p></div>',
    '<p>甲乙</p>',
  ],
  [
    'Google Docs',
    'comments',
    '<p>甲<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>批注</span></p></div>',
    '<p>甲<sup></sup></p>',
  ],
  [
    'Word',
    'hidden text',
    `<p class=MsoNormal>公开<span style='display:none;mso-hide:all'>内部意见</span>部分</p>`,
    '<p>公开部分</p>',
  ],
  [
    'Word',
    'hidden text by the program’s own style',
    `<p>公开<span style='mso-hide:all'>底价</span></p>`,
    '<p>公开</p>',
  ],
  [
    'Word',
    'raised and lowered text',
    `<p>100m<span style='vertical-align:super'>2</span>，H<span style="vertical-align: sub">2</span>O</p>`,
    '<p>100m<sup>2</sup>，H<sub>2</sub>O</p>',
  ],
  [
    'Word',
    'text that is raised or lowered by a distance',
    `<p>m<span style='position:relative;top:-6.0pt;mso-text-raise:6.0pt'>2</span>，H<span style='vertical-align:-3.0pt'>2</span>O，<b style='vertical-align:6pt'>注</b>，<span style='vertical-align:-1px'>平</span></p>`,
    '<p>m<sup>2</sup>，H<sub>2</sub>O，<strong><sup>注</sup></strong>，平</p>',
  ],
  [
    'Word',
    'a blank line',
    `<p class=MsoNormal>甲</p><p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p><p class=MsoNormal>乙</p>`,
    '<p>甲</p><p></p><p>乙</p>',
  ],
  [
    'Word Online',
    'lists of two levels',
    onlineLine('ul', 1, '甲') + onlineLine('ul', 2, '子') + onlineLine('ul', 1, '乙'),
    '<ul><li><p>甲</p><ul><li><p>子</p></li></ul></li><li><p>乙</p></li></ul>',
  ],
  [
    'Word Online',
    'bullets of three levels',
    [1, 2, 3, 3, 2, 1].map((level, at) => onlineLine('ul', level, '甲乙丙丁戊己'.charAt(at))).join(''),
    '<ul><li><p>甲</p><ul><li><p>乙</p><ul><li><p>丙</p></li><li><p>丁</p></li></ul></li><li><p>戊</p></li></ul></li><li><p>己</p></li></ul>',
  ],
  [
    'Word Online',
    'numbers that name their levels',
    onlineLine('ol', 1, '甲', 'data-leveltext="%1." data-aria-posinset="2"') +
      onlineLine('ol', 2, '子', 'data-leveltext="%1.%2" data-aria-posinset="3"') +
      onlineLine('ol', 1, '乙', 'data-leveltext="%1." data-aria-posinset="3"'),
    '<ol start="2"><li><p>甲</p><p>2.3 子</p></li><li><p>乙</p></li></ol>',
  ],
  [
    'Word Online',
    'Roman numbers',
    onlineLine('ol', 1, '甲', 'data-leveltext="%1." data-aria-posinset="4"').replace('<ol ', '<ol type="i" '),
    '<p>iv. 甲</p>',
  ],
  [
    'Word Online',
    'headings, one of them numbered',
    '<div class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1" role="heading" aria-level="1"><span class="TextRun"><span data-ccp-parastyle="heading 1">标题</span></span><span class="EOP">&nbsp;</span></p></div>' +
      onlineLine('ol', 1, '引言', 'data-leveltext="%1." data-aria-posinset="1"').replace(
        '<p ',
        '<p role="heading" aria-level="3" ',
      ),
    '<h2>标题</h2><h3>1. 引言</h3>',
  ],
  [
    'Word Online',
    'comments',
    '<p class="Paragraph"><span class="TextRun CommentStart">正文</span><span class="CommentReference">[1]</span></p><p class="Paragraph CommentText"><span>底价</span></p><p class="Paragraph"><span class="NormalTextRun" data-ccp-parastyle="annotation text">让步</span><span class="EOP">&nbsp;</span></p>',
    '<p>正文</p>',
  ],
  [
    'Word Online',
    'numbers',
    onlineLine('ol', 1, '甲', 'data-leveltext="%1." data-aria-posinset="1"') +
      onlineLine('ol', 1, '乙', 'data-leveltext="%1." data-aria-posinset="2"'),
    '<ol><li><p>甲</p></li><li><p>乙</p></li></ol>',
  ],
  [
    'Word Online',
    'articles of a statute',
    onlineLine('ol', 1, '为了', 'data-leveltext="第%1条" data-aria-posinset="3"'),
    '<p>第3条 为了</p>',
  ],
  [
    'Word Online',
    'a blank line',
    '<p class="Paragraph SCXW1"><span class="TextRun">甲</span><span class="EOP">&nbsp;</span></p><p class="Paragraph SCXW1"><span class="EOP">&nbsp;</span></p><p class="Paragraph SCXW1"><span class="TextRun">乙</span><span class="EOP">&nbsp;</span></p>',
    '<p>甲</p><p></p><p>乙</p>',
  ],
  [
    'WPS',
    'numbers',
    wpsLine('1.', '甲') + wpsLine('2.', '乙'),
    '<ol><li><p>甲</p></li><li><p>乙</p></li></ol>',
  ],
  ['WPS', 'a Chinese number in brackets', wpsLine('（二）', '乙方'), '<p>（二）乙方</p>'],
  [
    'WPS',
    'comments',
    `<p class=MsoNormal>正文</p><div style="mso-element:comment-list;" ><div style="mso-element:comment;" ><p class=MsoCommentText>批注一</p></div><div style="mso-element:comment;" ><p class=MsoCommentText>批注二</p></div></div>`,
    '<p>正文</p>',
  ],
  [
    'LibreOffice',
    'hidden text',
    '<p style="line-height: 100%; margin-bottom: 0cm">公开<span style="display: none">内部</span></p>',
    '<p>公开</p>',
  ],
  ['LibreOffice', 'a note', '<p>正文<!-- 内部批注 --></p>', '<p>正文</p>'],
  [
    'LibreOffice',
    'a list and a blank line',
    '<ol start="3"><li><p style="margin-bottom: 0cm">甲</p></li></ol><p style="margin-bottom: 0cm"><br/>\n\n</p><p>乙</p>',
    '<ol start="3"><li><p>甲</p></li></ol><p></p><p>乙</p>',
  ],
  [
    'LibreOffice',
    'a weight below bold',
    '<p><b style="font-weight: 500">甲</b><b style="font-weight: 600">乙</b><b>丙</b></p>',
    '<p>甲<strong>乙</strong><strong>丙</strong></p>',
  ],
  [
    'LibreOffice',
    'a list whose first line has its number',
    '<ol><li value="3"><p>丙</p></li><li><p>丁</p></li></ol>',
    '<ol start="3"><li><p>丙</p></li><li><p>丁</p></li></ol>',
  ],
  [
    'Google Docs',
    'a list beside the line that it belongs to',
    '<ul><li dir="ltr" aria-level="1"><p>甲</p></li><ul><li aria-level="2"><p>子</p></li></ul><li aria-level="1"><p>乙</p></li></ul>',
    '<ul><li><p>甲</p><ul><li><p>子</p></li></ul></li><li><p>乙</p></li></ul>',
  ],
  [
    '公众号',
    'text that the page does not show',
    '<section><p>正文</p><section style="height: 0px; opacity: 0; overflow: hidden;"><p>点击上方蓝字关注</p></section><p style="display: none;"><mp-style-type data-value="3"></mp-style-type></p></section>',
    '<p>正文</p>',
  ],
  [
    '公众号',
    'text that is transparent, without size or outside the page',
    `<section>正<span style="color: transparent;">一</span><span style="color: rgba(0, 0, 0, 0);">二</span><span style="font-size:0px">三</span><span style="text-indent:-9999px;display:block">四</span><span style="position: absolute; left: -9999px">五</span><span style="position:absolute;clip:rect(0 0 0 0)">六</span><span style="visibility:hidden">七<b style="visibility:visible">文</b></span><span style="opacity:0">八</span></section>`,
    '<p>正<strong>文</strong></p>',
  ],
  [
    '公众号',
    'text in a box without height or width',
    '<section><p>正文</p><section style="height:0px;overflow:hidden"><p>一</p></section><section style="max-height: 0;overflow: hidden"><p>二</p></section><p style="width:0;overflow-x:hidden;">三</p></section>',
    '<p>正文</p>',
  ],
  [
    '公众号',
    'text that looks hidden, but is seen',
    `<table><tbody><tr><td style="background:#1d2b4f;color:#ffffff">白</td><td style="color:transparent;-webkit-background-clip:text">渐</td></tr><tr><td style="font-size:0"><span style="font-size:14px">大</span></td><td style="text-indent:-21pt">缩</td></tr><tr><td style="color:transparent"><span style="color:#333">深</span></td><td style="opacity:0.5">淡</td></tr></tbody></table>`,
    '<table><tbody><tr><td>白</td><td>渐</td></tr><tr><td>大</td><td>缩</td></tr><tr><td>深</td><td>淡</td></tr></tbody></table>',
  ],
  [
    '公众号',
    'the article as a whole, hidden until it is loaded',
    '<div class="rich_media_content" id="js_content" style="visibility: hidden; opacity: 0;"><p>正文</p></div>',
    '<p>正文</p>',
  ],
  [
    '公众号',
    'a blank line in a section',
    '<section><p>甲</p><p><br></p><section><br></section><p>乙</p></section>',
    '<p>甲</p><p></p><p></p><p>乙</p>',
  ],
  ['公众号', 'characters without width', '<p>甲\u200B\u200C乙\uFEFF丙\u2060</p>', '<p>甲乙丙</p>'],
  ['公众号', 'a weight below bold', '<p><strong style="font-weight: 400;">甲</strong></p>', '<p>甲</p>'],
  ['公众号', 'an emoji of several', '<p>👨\u200D👩\u200D👧</p>', '<p>👨\u200D👩\u200D👧</p>'],
  ['a page', 'preformatted text', '<pre>甲\n  乙\n丙\n</pre>', '<p>甲<br>&nbsp;&nbsp;乙<br>丙</p>'],
  [
    'a page',
    'code, highlighting and keys',
    '<p>100m<sup>2</sup>，H<sub>2</sub>O，<code>第 12 条</code>，<mark>重点</mark>，<kbd>Ctrl</kbd></p>',
    '<p>100m<sup>2</sup>，H<sub>2</sub>O，第 12 条，重点，Ctrl</p>',
  ],
  ['a page', 'a heading in a box', '<div><h1>标题</h1></div>', '<h2>标题</h2>'],
  [
    'a page',
    'a table with a caption',
    '<table><caption>表一 收费标准</caption><tbody><tr><th>项目</th><th>费用</th></tr><tr><td>咨询</td><td>500</td></tr></tbody></table>',
    '<p>表一 收费标准</p><table><tbody><tr><th>项目</th><th>费用</th></tr><tr><td>咨询</td><td>500</td></tr></tbody></table>',
  ],
  [
    'a page',
    'a picture with a caption',
    '<figure class="wp"><div><img src="/api/files/1/a.webp" alt="图"></div><figcaption><p>图 1</p></figcaption></figure>',
    '<figure><img src="/api/files/1/a.webp" alt="图"><figcaption>图 1</figcaption></figure>',
  ],
  [
    'a page',
    'a caption whose picture cannot be taken',
    '<figure><img src="https://a.cn/b.png"><figcaption>图 1</figcaption></figure>',
    '<p>图 1</p>',
  ],
]
