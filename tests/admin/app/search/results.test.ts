import { describe, expect, it } from 'vitest'
import type { Me } from '../../../../src/admin/api/me.ts'
import {
  type ActionTransaction,
  type ActionUser,
  isAskedFor,
  recordActions,
} from '../../../../src/admin/app/search/results.ts'
import type { Role } from '../../../../src/domain/access/permissions.ts'
import { screensMatching } from '../../../../src/domain/access/screens.ts'
import { typeNumber } from '../../../../src/domain/credits/transaction.ts'
import type { SearchResult } from '../../../../src/domain/search/search.ts'
import { firstProfiles } from '../../../../src/domain/users/system-profiles.ts'
import { user } from '../../../support/open-users.tsx'

const me = (role: Role, routeAccess?: Me['routeAccess']): Me => ({
  ...user({ _id: 'u1', role }),
  isAdmin: role === 'sa',
  timeZone: 'America/Santo_Domingo',
  isMailOn: false,
  isFilmLookupOn: false,
  mustChangePassword: false,
  routeAccess: routeAccess ?? firstProfiles().find(({ name }) => name === role)?.routeAccess ?? [],
})

const foundUser = ({ _id, name }: ActionUser): SearchResult => ({
  resource: 'users',
  _id,
  title: name,
  detail: '',
})

const labels = (
  whose: Me,
  found: SearchResult[],
  users: ActionUser[],
  transactions: ActionTransaction[] = [],
) =>
  found
    .flatMap((each) => recordActions(whose, each, { users, transactions, profiles: [] }))
    .map(({ label }) => label)

const transaction = (type: 'SALE' | 'CREDIT'): ActionTransaction => ({
  _id: 't1',
  reference: 123,
  userCreated: 'u1',
  userCreatedName: 'Quien Llama',
  userLicensed: 'u7',
  userFullName: 'Ana Peña',
  userName: 'apena',
  type: typeNumber(type),
  typeDescrition: '',
  period: 'MESES',
  count: 1,
  price: 350,
  creditPrice: 350,
  total: 350,
  description: '',
  status: 'PROCESSED',
  saved: true,
  date: '2026-11-20T15:00:00.000Z',
  until: null,
  dateExpireRef: null,
  dateExpireFormat: '',
  newDateExpire: null,
  newDateExpireFormat: '',
})

describe('the actions offered for a user', () => {
  const customer = user()
  const reseller = user({ _id: 'u8', name: 'vendedor', fullName: 'Luis Gil', role: 'agent' })

  it('include selling, enabling or disabling, and editing, if permitted', () => {
    expect(labels(me('agent'), [foundUser(customer)], [customer])).toEqual([
      'Vender a Ana Peña',
      'Editar apena',
      'Desactivar a Ana Peña',
    ])
    const disabled = { ...customer, status: 'disable' as const }
    expect(labels(me('agent'), [foundUser(disabled)], [disabled])).toContain('Activar a Ana Peña')
    expect(labels(me('agent', []), [foundUser(customer)], [customer])).toEqual([])
  })

  it('include transferring credits to a subordinate reseller, but not disabling oneself', () => {
    expect(labels(me('superagent'), [foundUser(reseller)], [reseller])).toContain(
      'Transferir créditos a Luis Gil',
    )
    expect(labels(me('agent'), [foundUser(reseller)], [reseller])).not.toContain(
      'Transferir créditos a Luis Gil',
    )
    const self = { ...reseller, _id: 'u1' }
    expect(labels(me('superagent'), [foundUser(self)], [self])).not.toContain('Desactivar a Luis Gil')
  })
})

describe('a transaction in the results', () => {
  const found: SearchResult = { resource: 'license_transactions', _id: 't1', title: '000123', detail: '' }

  it('can be reprinted unless it has no receipt', () => {
    expect(labels(me('agent'), [found], [], [transaction('SALE')])).toEqual(['Reimprimir 000123'])
    expect(labels(me('agent'), [found], [], [transaction('CREDIT')])).toEqual([])
  })
})

describe('a screen for a new record', () => {
  const asked = (text: string) =>
    screensMatching(me('sa'), text)
      .filter((screen) => isAskedFor(screen, text))
      .map(({ description }) => description)

  it('precedes records with the same words, unless the text is a single word', () => {
    expect(asked('nueva serie')).toEqual(['Crear serie'])
    expect(asked('serie nueva')).toEqual(['Crear serie'])
    expect(asked('nueva')).toEqual([])
    expect(asked('nueva york')).toEqual([])
  })
})
