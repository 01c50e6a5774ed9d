import { describe, expect, it } from 'vitest'
import { CREDIT_DEFAULTS } from '../../../src/domain/credits/rules.ts'
import { dayReading } from '../../../src/domain/imports/days.ts'
import { type ImportProof, MAX_DIFFERENCES } from '../../../src/domain/imports/proof.ts'
import { type ProvenRow, UserProof } from '../../../src/domain/users/import-proof.ts'

const TERMS = {
  settings: CREDIT_DEFAULTS,
  timeZone: 'America/Santo_Domingo',
  now: new Date('2026-03-10T12:00:00Z'),
  days: dayReading([]),
}

const app = (expiry: string | null): ProvenRow['stored'] => ({
  role: 'app',
  dateExpire: expiry === null ? null : new Date(expiry),
  creditToResell: 0,
})

const row = (changes: Partial<ProvenRow> & Pick<ProvenRow, 'cells'>): ProvenRow => ({
  ...{ row: 2, role: 'app', stored: app(null) },
  ...changes,
})

const proofOf = (rows: readonly ProvenRow[], mapped = ['name', 'dateExpire', 'creditToResell']) => {
  // In chunks, each of which continues the one before.
  let proof: ImportProof | null = null
  for (const each of rows) {
    const next: UserProof = new UserProof(TERMS, mapped, proof)
    next.add(each)
    proof = next.result()
  }
  return proof ?? new UserProof(TERMS, mapped, null).result()
}

describe('the sums of an import', () => {
  it('are equal where the stored users are those of the file', () => {
    const agent = { role: 'agent', dateExpire: null, creditToResell: 120 } as const
    const result = proofOf([
      row({ cells: { name: 'ana', dateExpire: '2026-03-20' }, stored: app('2026-03-21T03:59:59.999Z') }),
      row({ cells: { name: 'eva', dateExpire: '2020-01-01' }, stored: app('2020-01-02T03:59:59.999Z') }),
      row({ cells: { name: 'luis' } }),
      row({ cells: { name: 'rosa', creditToResell: '120' }, role: 'agent', stored: agent }),
    ])
    expect(result).toEqual({
      sums: [
        { label: 'Clientes', file: 3, stored: 3 },
        { label: 'Días de licencia que les quedan', file: 11, stored: 11 },
        { label: 'Créditos de agentes y superagentes', file: 120, stored: 120 },
      ],
      different: 0,
      differences: [],
    })
  })

  it('name what differs', () => {
    const agent = { role: 'agent', dateExpire: null, creditToResell: 100 } as const
    const result = proofOf([
      row({ row: 2, cells: { name: 'ana', dateExpire: '2026-03-20' }, stored: app('2026-04-01T12:00:00Z') }),
      row({ row: 3, cells: { name: 'eva', dateExpire: '2026-03-20' }, stored: undefined }),
      row({ row: 4, cells: { name: 'luis' }, stored: app('2026-03-11T12:00:00Z') }),
      row({ row: 5, cells: { name: 'sol', dateExpire: 'pronto' } }),
      row({ row: 6, cells: { name: 'rosa', creditToResell: '120' }, role: 'agent', stored: agent }),
    ])
    expect(result.sums).toEqual([
      { label: 'Clientes', file: 4, stored: 3 },
      { label: 'Días de licencia que les quedan', file: 22, stored: 23 },
      { label: 'Créditos de agentes y superagentes', file: 120, stored: 100 },
    ])
    expect(result.different).toBe(5)
    expect(result.differences.map(({ row, field, file, stored }) => [row, field, file, stored])).toEqual([
      [2, 'dateExpire', '20/03/2026', '01/04/2026 08:00 am'],
      [3, 'name', 'Está en el archivo', 'No existe'],
      [4, 'dateExpire', 'Sin licencia', '11/03/2026 08:00 am'],
      [5, 'dateExpire', 'pronto', 'Sin licencia'],
      [6, 'creditToResell', '120', '100'],
    ])
  })

  it('concern only what has a column, and list the first differences', () => {
    const rows = Array.from({ length: MAX_DIFFERENCES + 1 }, (_, index) =>
      row({ row: index + 2, cells: { name: `u${index}` }, stored: undefined }),
    )
    const result = proofOf(rows, ['name'])
    expect(result.sums).toEqual([{ label: 'Clientes', file: MAX_DIFFERENCES + 1, stored: 0 }])
    expect(result.different).toBe(MAX_DIFFERENCES + 1)
    expect(result.differences).toHaveLength(MAX_DIFFERENCES)
  })
})
