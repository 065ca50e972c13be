import { defineConfig } from 'vitest/config'

const shared = { env: { TEST: '1', LOG_LEVEL: 'silent' } }

// the groups run one after another, so that browsers do not wait for a database under load
export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['contracts/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'test/*.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'integration',
          include: ['services/**/*.test.ts', 'workers/**/*.test.ts', 'infra/**/*.test.ts', 'loadtest/**/*.test.ts'],
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: ['test/journeys/**/*.test.ts'],
          maxWorkers: 1,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
