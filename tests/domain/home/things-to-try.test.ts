import { describe, expect, it } from 'vitest'
import { allGrants, buildGrants, type Principal } from '../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'
import { FIRST_STEPS } from '../../../src/domain/home/first-steps.ts'
import { thingsTitle, thingsToTry } from '../../../src/domain/home/things-to-try.ts'
import { firstProfiles } from '../../../src/domain/users/system-profiles.ts'

const reseller = firstProfiles().find(({ name }) => name === 'agent')?.routeAccess ?? []
const staff = (grants: Parameters<typeof buildGrants>[0]): Principal => ({
  role: 'admin',
  routeAccess: buildGrants(grants),
})
const titles = (principal: Principal, enableDemo = true) =>
  thingsToTry(principal, { enableDemo }).map(({ title }) => title)

describe('things to try (rule W28)', () => {
  it('are the first three of the role', () => {
    expect(titles({ role: 'sa', routeAccess: [] })).toEqual([
      'Cambie un precio y mire su historial',
      'Importe clientes desde un archivo',
      'Deshaga un cambio',
    ])
    expect(titles({ role: 'agent', routeAccess: reseller })).toEqual([
      'Venda un mes a un cliente',
      'Cree un usuario demo',
      'Imprima un recibo',
    ])
    expect(titles({ role: 'superagent', routeAccess: reseller })[0]).toBe('Transfiera créditos a un agente')
    expect(titles({ role: 'admin', routeAccess: allGrants() })).toEqual([
      'Venda un mes a un cliente',
      'Tome un reporte',
      'Repare un enlace caído',
    ])
  })

  it('omit what the profile or the settings do not permit', () => {
    expect(titles(staff({ 'issue-list': ['modify'], 'history-list': [] }))).toEqual([
      'Tome un reporte',
      'Mire qué vio un cliente',
      'Proteja su cuenta',
    ])
    expect(titles(staff({ 'issue-list': [], quality: [] }))).toEqual([
      'Proteja su cuenta',
      'Cambie su contraseña',
    ])
    expect(titles({ role: 'agent', routeAccess: reseller }, false)).toEqual([
      'Venda un mes a un cliente',
      'Imprima un recibo',
      'Sume las ventas de un mes',
    ])
  })

  it('open different screens, and every profile has at least two', () => {
    for (const { template } of ROUTES.filter(({ group }) => group !== undefined)) {
      const things = thingsToTry(staff({ [template]: ['register', 'modify', 'delete'] }), {
        enableDemo: true,
      })
      expect(things.length, template).toBeGreaterThanOrEqual(2)
      expect(new Set(things.map(({ route }) => route)).size, template).toBe(things.length)
    }
  })

  it('are counted in their title', () => {
    expect([2, 3].map(thingsTitle)).toEqual(['Dos cosas para probar', 'Tres cosas para probar'])
  })
})

describe('the first steps (rule W27)', () => {
  it('open screens of the route table without an id', () => {
    for (const { route } of Object.values(FIRST_STEPS))
      expect(ROUTES.find(({ template }) => template === route)?.path, route).toMatch(/^\/[\w/]+$/)
  })
})
