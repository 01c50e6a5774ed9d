import { isReseller, type Role } from '../access/permissions.ts'
import { type CreditSettings, controlEnd } from '../credits/rules.ts'
import { remainingDays } from '../credits/transaction.ts'
import { formatCount } from '../format/text.ts'
import type { DayReading } from '../imports/days.ts'
import { type ImportProof, MAX_DIFFERENCES } from '../imports/proof.ts'
import type { UserCells } from './import.ts'
import { readBalance } from './import-credits.ts'
import { expiryText, readExpiry } from './import-expiry.ts'
import { isSameExpiry } from './import-licence.ts'

const TEXTS = {
  customers: 'Clientes',
  days: 'Días de licencia que les quedan',
  credits: 'Créditos de agentes y superagentes',
  missing: 'No existe',
  listed: 'Está en el archivo',
  none: 'Sin licencia',
} as const

type SumName = 'customers' | 'days' | 'credits'

interface ProofTerms {
  settings: CreditSettings
  timeZone: string
  now: Date
  days: DayReading
}

/** A row of the file, with the stored user of its name, if visible. */
export interface ProvenRow {
  row: number
  cells: UserCells
  /** The role by the file. */
  role: Role
  stored: { role: Role; dateExpire: Date | null; creditToResell: number } | undefined
}

/** Sums up rows of a file beside the users as stored after the import (rule U26). */
export class UserProof {
  readonly #terms: ProofTerms
  readonly #mapped: ReadonlySet<string>
  readonly #sums: Readonly<Record<SumName, { file: number; stored: number }>>
  readonly #differences: ImportProof['differences']
  #different: number

  /** `mapped`: the fields that have a column. `before`: the proof of other rows. */
  constructor(terms: ProofTerms, mapped: Iterable<string>, before: ImportProof | null) {
    this.#terms = terms
    this.#mapped = new Set(mapped)
    const sumOf = (name: SumName) => {
      const { file = 0, stored = 0 } = before?.sums.find(({ label }) => label === TEXTS[name]) ?? {}
      return { file, stored }
    }
    this.#sums = { customers: sumOf('customers'), days: sumOf('days'), credits: sumOf('credits') }
    this.#differences = [...(before?.differences ?? [])]
    this.#different = before?.different ?? 0
  }

  add({ row, cells, role, stored }: ProvenRow): void {
    const title = cells.name?.trim() ?? ''
    const { customers } = this.#sums
    if (role === 'app') customers.file++
    if (stored?.role === 'app') customers.stored++
    if (!stored) this.#differ({ row, title, field: 'name', file: TEXTS.listed, stored: TEXTS.missing })
    if (role === 'app' && this.#mapped.has('dateExpire')) this.#addLicence(row, title, cells, stored)
    if (isReseller(role) && this.#mapped.has('creditToResell')) this.#addBalance(row, title, cells, stored)
  }

  #differ(difference: ImportProof['differences'][number]): void {
    this.#different++
    if (this.#differences.length < MAX_DIFFERENCES) this.#differences.push(difference)
  }

  #addLicence(row: number, title: string, cells: UserCells, stored: ProvenRow['stored']): void {
    const { settings, timeZone, now, days } = this.#terms
    const expiry = readExpiry(cells.dateExpire ?? '', timeZone, days)
    const at =
      expiry.state === 'at' ? expiry.at : expiry.state === 'unlimited' ? controlEnd(settings, timeZone) : null
    const expiryBefore = stored?.dateExpire ?? null
    const isSame = at === null ? expiryBefore === null : isSameExpiry(at, expiryBefore, timeZone)
    this.#sums.days.file += remainingDays(at, now)
    this.#sums.days.stored += remainingDays(isSame ? at : expiryBefore, now)
    if (!stored || (isSame && expiry.state !== 'refused')) return
    const shown = (date: Date | null) => (date ? expiryText(date, timeZone) : TEXTS.none)
    const file = expiry.state === 'refused' ? (cells.dateExpire ?? '') : shown(at)
    this.#differ({ row, title, field: 'dateExpire', file, stored: shown(expiryBefore) })
  }

  #addBalance(row: number, title: string, cells: UserCells, stored: ProvenRow['stored']): void {
    const balance = readBalance(cells.creditToResell)
    const { credits } = this.#sums
    credits.file += balance ?? 0
    credits.stored += stored?.creditToResell ?? 0
    if (!stored || balance === stored.creditToResell) return
    const file = balance === undefined ? (cells.creditToResell ?? '') : formatCount(balance)
    this.#differ({ row, title, field: 'creditToResell', file, stored: formatCount(stored.creditToResell) })
  }

  result(): ImportProof {
    const { customers, days, credits } = this.#sums
    return {
      sums: [
        { label: TEXTS.customers, ...customers },
        ...(this.#mapped.has('dateExpire') ? [{ label: TEXTS.days, ...days }] : []),
        ...(this.#mapped.has('creditToResell') ? [{ label: TEXTS.credits, ...credits }] : []),
      ],
      different: this.#different,
      differences: this.#differences,
    }
  }
}
