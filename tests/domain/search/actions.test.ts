import { describe, expect, it } from 'vitest'
import { asksForDemo, ownActionsMatching, parseCommand } from '../../../src/domain/search/actions.ts'

describe('a text with a verb', () => {
  it.each([
    ['vender acastillo', ['SALE'], 'acastillo'],
    ['acastillo vender', ['SALE'], 'acastillo'],
    ['Vender a Ana Peña', ['SALE'], 'ana pena'],
    ['vend acas', ['SALE'], 'acas'],
    ['transferir', ['TRANSFER'], ''],
    ['transferir créditos a luis', ['TRANSFER'], 'luis'],
    ['desactivar ana', ['disable'], 'ana'],
    ['historial casablanca', ['history'], 'casablanca'],
    ['recibo 000123', ['reprint'], '000123'],
  ])('%s names action and target, in either order', (text, actions, name) => {
    expect(parseCommand(text)).toEqual({ actions, name })
  })

  it('is no command without a verb, or with two that contradict each other', () => {
    for (const text of ['', 'acastillo', 'casa de papel', 'edi', 'vender editar ana'])
      expect(parseCommand(text)).toBeUndefined()
  })
})

it.each([
  ['nuevo demo', true],
  ['Crear usuario demo', true],
  ['demo nuevo', true],
  ['registrar demo', true],
  ['demo', false],
  ['nuevo', false],
  ['nuevo d', false],
  ['demo de ana', false],
  ['usuario demo', false],
  ['demo demo', false],
  ['nuevo usuario', false],
])('a new demo user is requested by whole words only, one of them a verb: %s', (text, isAsked) => {
  expect(asksForDemo(text)).toBe(isAsked)
})

describe('an action on the current user', () => {
  it.each([
    ['tema oscuro', ['dark']],
    ['oscuro tema', ['dark']],
    ['tema', ['dark', 'light']],
    ['salir', ['signOut']],
    ['cerrar sesion', ['signOut']],
    ['atajos', ['help']],
    ['mis tareas', ['jobs']],
    ['tareas', ['jobs']],
    ['', []],
    ['salirse', []],
  ])('is found by its words: %s', (text, actions) => {
    expect(ownActionsMatching(text)).toEqual(actions)
  })
})
