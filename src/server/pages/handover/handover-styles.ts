/** The styles of the handover list: black on white, A4 in landscape, a line never cut between two pages. */
export const handoverStyles = `
*{box-sizing:border-box}
body{margin:0;background:#fff;color:#000;font:17px/1.4 -apple-system,BlinkMacSystemFont,Roboto,"Segoe UI",Arial,"PingFang SC","Microsoft YaHei",sans-serif;overflow-wrap:break-word}
main{max-width:1100px;margin:0 auto;padding:32px 20px}
h1,p{margin:0}h1{font-size:28px;line-height:1.2}
header{display:flex;flex-wrap:wrap;justify-content:space-between;gap:8px 24px;padding-bottom:10px;border-bottom:3px solid #000}
header div{flex:1 1 420px}.r{text-align:right}
table{width:100%;border-collapse:collapse}
th{padding:8px 10px 8px 0;text-align:left;vertical-align:top}thead th{border-bottom:2px solid #000}
td{padding:8px 10px 8px 0;vertical-align:top;white-space:pre-line}tbody tr>*{border-bottom:1px solid #666}
td:first-child{width:7%}tbody th{width:18%}td:nth-child(3){width:25%}td:nth-child(4){width:23%}td:nth-child(6){width:9%}
tr{break-inside:avoid}
footer{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 24px;margin-top:12px}
@page{size:A4 landscape;margin:10mm}
@media print{main{max-width:none;padding:0}body{font-size:10pt;line-height:1.3}h1{font-size:16pt}}
@media(max-width:700px){table,tbody,tr,tbody th,td{display:block;width:auto!important}thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}tbody tr>*{border:0;padding:2px 0}td:empty{display:none}td::before{content:attr(data-title) ": ";font-weight:400;color:#333}tbody tr{padding:10px 0;border-bottom:1px solid #666}.r{text-align:left}}
`.replaceAll('\n', '');
