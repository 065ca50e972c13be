// The promise: whatever else the gateway does, a heartbeat is answered at once.
// npm run loadtest -- heartbeat, or: k6 run -e BASE_URL=… -e EMAIL=… -e PASSWORD=… loadtest/heartbeat.js
// Opens SOCKETS sockets of one user, signs each in by a message, and pings on each every PING_EVERY_MS for SECONDS.
import { check } from 'k6'
import http from 'k6/http'
import { Counter, Trend } from 'k6/metrics'
import { WebSocket } from 'k6/websockets'

const sockets = Number(__ENV.SOCKETS || 500)
const seconds = Number(__ENV.SECONDS || 30)
// a client pings every 30 s: 500 sockets at one a second are the heartbeats of 15,000 clients
const pingEveryMs = Number(__ENV.PING_EVERY_MS || 1_000)
const baseUrl = (__ENV.BASE_URL || 'http://127.0.0.1:8080').replace(/\/$/, '')
const socketUrl = `${baseUrl.replace(/^http/, 'ws')}/actions`
/** sockets a virtual user holds: one event loop of k6 for each */
const perUser = Math.min(50, sockets)
/** in which the sockets open one after another, so that the pings are spread as those of real clients are */
const openWithinMs = Math.min(5_000, (seconds * 1_000) / 4)
const lastPongMs = 2_000

const pongMs = new Trend('pong_ms', true)
const readyMs = new Trend('ready_ms', true)
const pings = new Counter('pings')
const unexpected = new Counter('unexpected_closes_and_errors')

export const options = {
  scenarios: {
    heartbeat: {
      executor: 'per-vu-iterations',
      vus: Math.ceil(sockets / perUser),
      iterations: 1,
      maxDuration: `${seconds + 30}s`,
    },
  },
  summaryTrendStats: ['med', 'p(90)', 'p(99)', 'max'],
  thresholds: {
    // below 100 ms people take an answer as immediate; and a loop that is held up this long holds up every socket on it
    pong_ms: ['p(99)<100'],
    // every socket was ready, had each ping answered, and was closed by us alone
    checks: ['rate==1'],
    unexpected_closes_and_errors: ['count==0'],
    // guards against a test that passes because it did nothing
    pings: [`count>=${Math.floor((sockets * (seconds * 1_000 - openWithinMs - lastPongMs)) / pingEveryMs / 2)}`],
  },
}

/** Signs in once; needs a server without captcha. */
export function setup() {
  const answer = http.post(
    `${baseUrl}/account/enterprise/login/twoFactorAuth`,
    JSON.stringify({ email: __ENV.EMAIL, password: __ENV.PASSWORD }),
    { headers: { 'content-type': 'application/json' } },
  )
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.body}`)
  return { token: answer.json('data.token') }
}

export default function holdSockets({ token }) {
  const first = (__VU - 1) * perUser
  const mine = Math.min(perUser, sockets - first)
  const endMs = Date.now() + seconds * 1_000
  for (let i = 0; i < mine; i++) setTimeout(() => holdSocket(token, endMs), ((first + i) / sockets) * openWithinMs)
}

function holdSocket(token, endMs) {
  const socket = new WebSocket(socketUrl)
  const openedMs = Date.now()
  let isReady = false
  let isOver = false
  let sentMs = 0
  let sent = 0
  let answered = 0
  let timer

  socket.onopen = () => socket.send(JSON.stringify({ type: 'auth', token }))
  socket.onmessage = ({ data }) => {
    if (data === 'pong') {
      answered += 1
      pongMs.add(Date.now() - sentMs)
    } else if (JSON.parse(data).type === 'ready') {
      isReady = true
      readyMs.add(Date.now() - openedMs)
      timer = setInterval(ping, pingEveryMs)
    }
  }
  socket.onerror = () => unexpected.add(1)
  socket.onclose = () => {
    clearInterval(timer)
    if (!isOver) unexpected.add(1)
    check(null, {
      'socket was ready': () => isReady,
      'every ping was answered': () => sent > 0 && answered === sent,
      'nobody else closed it': () => isOver,
    })
  }
  setTimeout(
    () => {
      clearInterval(timer)
      setTimeout(() => {
        isOver = true
        socket.close()
      }, lastPongMs)
    },
    endMs - Date.now() - lastPongMs,
  )

  function ping() {
    // one at a time, so that a pong belongs to the ping before it
    if (answered < sent) return
    sentMs = Date.now()
    sent += 1
    pings.add(1)
    socket.send('ping')
  }
}
