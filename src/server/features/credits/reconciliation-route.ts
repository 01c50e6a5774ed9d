import { z } from 'zod'
import { API_PATHS } from '../../../domain/access/resources.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { errorResponses } from '../../platform/http/schemas.ts'
import { reconcile } from './reconcile.ts'

const person = { _id: z.string(), name: z.string(), fullName: z.string() }
const expiry = z.string().nullable().meta({ format: 'date-time' })

const reconciliationSchema = z.object({
  balances: z.array(z.object({ ...person, stored: z.int(), computed: z.int(), difference: z.int() })),
  licences: z.object({
    checked: z.int(),
    differences: z.array(z.object({ ...person, stored: expiry, computed: expiry })),
  }),
  isSound: z.boolean(),
})

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

/** The proof of the ledger, for whoever holds /reconciliation. */
export const reconciliationRoute = (app: App, { db }: Context): void => {
  app.get(
    API_PATHS.reconciliation,
    {
      config: { access: { action: 'read', resource: 'reconciliation' }, load: 'reports' },
      schema: {
        tags: ['Créditos'],
        summary: 'Recalcula balances y vencimientos a partir de los movimientos procesados',
        response: { 200: reconciliationSchema, ...errorResponses(401, 403) },
      },
    },
    async () => {
      const { licences, ...rest } = await reconcile(db)
      const differences = licences.differences.map((each) => ({
        ...each,
        stored: iso(each.stored),
        computed: iso(each.computed),
      }))
      return { ...rest, licences: { ...licences, differences } }
    },
  )
}
