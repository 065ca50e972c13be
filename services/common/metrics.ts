import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()
// event-loop delay, memory, garbage collection
collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 10 })

export const httpSeconds = new Histogram({
  name: 'parley_http_request_seconds',
  help: 'Time to answer, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
})
export const jobSeconds = new Histogram({
  name: 'parley_job_seconds',
  help: 'Time of one run of a job, by name and result',
  labelNames: ['job', 'result'],
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
  registers: [registry],
})
export const sockets = new Gauge({
  name: 'parley_sockets',
  help: 'Sockets that are open now',
  registers: [registry],
})
