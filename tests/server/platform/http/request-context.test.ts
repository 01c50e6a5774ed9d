import fastify from 'fastify'
import { expect, test } from 'vitest'
import { statementContext } from '../../../../src/server/platform/database/statement-context.ts'
import {
  BACKGROUND_LIMIT,
  REPORT_LIMIT,
  REQUEST_LIMIT,
} from '../../../../src/server/platform/database/statement-limits.ts'
import type { App } from '../../../../src/server/platform/http/context.ts'
import { bindStatementsToRequest } from '../../../../src/server/platform/http/request-context.ts'

test.each([
  ['a read', 'GET', {}, { load: 'requests', limit: REQUEST_LIMIT }],
  ['a write', 'POST', {}, { load: 'requests', limit: REQUEST_LIMIT }],
  ['a report', 'GET', { load: 'reports' }, { load: 'reports', limit: REPORT_LIMIT }],
  ['a write of any number of rows', 'POST', { isLong: true }, { load: 'requests', limit: BACKGROUND_LIMIT }],
] as const)(
  'statements of %s use its connection pool and time limit',
  async (_, method, config, expected) => {
    const app: App = fastify().withTypeProvider()
    bindStatementsToRequest(app)
    app.route({
      method,
      url: '/',
      config: { access: 'public', ...config },
      handler: () => {
        const { load, limit } = statementContext()
        return { load, limit }
      },
    })
    expect((await app.inject({ method, url: '/' })).json()).toEqual(expected)
    await app.close()
  },
)
