import { createHash } from 'node:crypto'

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, CanvasText 15%, Canvas); --quiet: color-mix(in srgb, CanvasText 62%, Canvas) }
body { font: 14px/1.45 system-ui, sans-serif; margin: 0 auto; padding: 16px; max-width: 1100px; background: Canvas; color: CanvasText }
h1 { font-size: 18px; margin: 0 } h2 { font-size: 14px; margin: 24px 0 8px } p { margin: 4px 0; color: var(--quiet) }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums } .scroll { overflow-x: auto }
th, td { text-align: left; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top } th { font-weight: 600; color: var(--quiet) }
ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)) }
li { border: 1px solid var(--line); border-radius: 12px 12px 12px 2px; padding: 8px 12px; overflow-wrap: anywhere }
li p { margin: 0; color: CanvasText } #plan { overflow-wrap: anywhere } li small { color: var(--quiet) } .failed { color: light-dark(#b3261e, #ff8a80) }
`

// Everything from outside goes through textContent; nothing here builds HTML from text.
const script = `
const el = (tag, text, className) => { const node = document.createElement(tag); if (text !== undefined) node.textContent = String(text); if (className) node.className = className; return node }
const row = (cells, tag = 'td') => { const tr = el('tr'); tr.append(...cells.map((cell) => el(tag, cell))); return tr }
const table = (id, head, rows) => document.getElementById(id).replaceChildren(row(head, 'th'), ...rows.map((cells) => row(cells)))
const bubble = (message) => {
  const item = el('li')
  item.append(el('strong', message.title), ...message.variables.map((text) => el('p', text)))
  const reports = message.reports.map((report) => report.status + (report.settled === 'acknowledged' ? '' : report.settled === 'abandoned' ? ' (given up)' : ' …')).join(', ')
  item.append(el('small', message.to + ' · ' + new Date(message.at).toLocaleTimeString()), el('br'), el('small', 'accepted' + (reports && ', ' + reports), message.status === 'failed' ? 'failed' : ''))
  return item
}
let seen = ''
async function refresh() {
  try {
    const answer = await fetch('/_control/view')
    const text = await answer.text()
    document.getElementById('state').textContent = ''
    if (text === seen) return
    seen = text
    const view = JSON.parse(text)
    table('numbers', ['Number', 'Accepted', 'Refused', 'Sent', 'Delivered', 'Read', 'Failed', 'Reports due', 'Duplicates', 'Callback', 'Its last answer'], view.numbers.map((n) => [
      n.phoneNumberId, n.counts.accepted, n.counts.refused, n.counts.byFinalStatus.sent, n.counts.byFinalStatus.delivered, n.counts.byFinalStatus.read, n.counts.byFinalStatus.failed,
      n.counts.pendingReports, n.counts.duplicates, n.callbackUrl, n.lastWebhook ? n.lastWebhook.outcome : 'none yet']))
    document.getElementById('messages').replaceChildren(...view.messages.map(bubble))
    document.getElementById('none').hidden = view.messages.length > 0
    table('fates', ['Number ends with', 'What becomes of its message'], [...view.fates.map((fate) => [fate.suffix, fate.says]), ['anything else', 'sent, delivered, read']])
    document.getElementById('plan').textContent = JSON.stringify(view.plan)
  } catch { document.getElementById('state').textContent = 'The simulator does not answer.' }
}
refresh()
setInterval(() => { if (!document.hidden) refresh() }, 2000)
`

const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Provider simulator</title><style>${style}</style></head>
<body><main>
<h1>Provider simulator</h1><p>It answers like the WhatsApp Cloud API. No message leaves this machine. <span id="state" role="status"></span></p>
<h2>Numbers</h2><div class="scroll"><table id="numbers"></table></div>
<h2>Last 50 messages</h2><p id="none">No message yet.</p><ol id="messages"></ol>
<h2>Fates by number</h2><div class="scroll"><table id="fates"></table></div>
<h2>Fault plan</h2><p id="plan"></p>
</main><script>${script}</script></body></html>
`

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page at /: a shell that fills itself from /_control/view. */
export const page = {
  html,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; connect-src 'self'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-cache',
  },
}
