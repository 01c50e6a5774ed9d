import { describe, expect, it } from 'vitest'
import { allGrants, buildGrants } from '../../../src/domain/access/permissions.ts'
import { screenName, screensMatching } from '../../../src/domain/access/screens.ts'

describe('searching the screens', () => {
  const found = (principal: Parameters<typeof screensMatching>[0], text: string) =>
    screensMatching(principal, text).map(({ description }) => description)
  const everything = { role: 'admin', routeAccess: allGrants() } as const

  it('matches prefixes of words, ignoring accents and case; create screens come last', () => {
    expect(found(everything, 'PELI')).toEqual(['Películas', 'Crear película'])
    expect(found(everything, 'canal')).toEqual([
      'Canales',
      'Guías de canales',
      'Listas de canales',
      ...['canal', 'guía de canales', 'lista de canales'].map((name) => `Crear ${name}`),
    ])
    expect(found(everything, 'contenidos radi')).toEqual(['Radios'])
    expect(found(everything, 'ículas')).toEqual([])
  })

  it.each([
    ['nuevo usuario', ['Crear usuario']],
    ['usuario nuevo', ['Crear usuario']],
    ['nueva película', ['Crear película']],
    ['papelera peliculas', ['Papelera de películas']],
    ['cambiar contraseña', ['Cambio de contraseña']],
    ['CONSULTA DE USUARIOS', ['Usuarios']],
    ['vencen pronto', ['Usuarios']],
    ['devolución', ['Movimientos de créditos']],
    ['reembolso', ['Movimientos de créditos']],
    ['importar usuarios', ['Usuarios']],
    ['exportar películas', ['Películas']],
    ['historial de importaciones', ['Canales']],
  ])('matches the words on buttons and headings: %s', (text, names) => {
    expect(screensMatching(everything, text).map(screenName)).toEqual(names)
  })

  it('finds each permitted trash and no other', () => {
    expect(screensMatching(everything, 'papelera').length).toBeGreaterThan(10)
    expect(
      screensMatching({ role: 'admin', routeAccess: buildGrants({ 'movie-list': [] }) }, 'papelera'),
    ).toEqual([])
  })

  it('finds only screens that the profile opens, and create screens only with the flag', () => {
    const films = buildGrants({
      'movie-list': [],
      'movie-create': ['register'],
      'series-list': [],
      'series-create': [],
    })
    expect(found({ role: 'admin', routeAccess: films }, '')).toEqual(['Películas', 'Series'])
    expect(found({ role: 'admin', routeAccess: films }, 'crear')).toEqual(['Crear película'])
    expect(found({ role: 'app', routeAccess: [] }, 'crear')).toEqual([])
  })
})
