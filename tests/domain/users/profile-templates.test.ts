import { describe, expect, it, test } from 'vitest'
import { allGrants, buildGrants, covers, type Principal } from '../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'
import { checkedFlags, isListable, toSelection } from '../../../src/domain/access/selection.ts'
import { profileSchema } from '../../../src/domain/users/profile.ts'
import { newProfileErrors } from '../../../src/domain/users/profile-rules.ts'
import { PROFILE_TEMPLATES, templatesFor } from '../../../src/domain/users/profile-templates.ts'

const sa: Principal = { role: 'sa', routeAccess: [] }
const admin = (routeAccess = allGrants()): Principal => ({ role: 'admin', routeAccess })
const template = (name: string, creator: Principal = sa) => {
  const found = templatesFor(creator).find((each) => each.name === name)
  if (found === undefined) throw new Error(name)
  return found
}
const flagsOf = (name: string, creator?: Principal) =>
  Object.fromEntries(toSelection(template(name, creator).routeAccess))

describe('the templates of profiles', () => {
  test('are five, the first of which grants nothing', () => {
    expect(templatesFor(sa).map(({ name }) => name)).toEqual([
      'Vacío',
      'Soporte',
      'Catálogo',
      'Ventas',
      'Administrador',
    ])
    expect(template('Vacío')).toMatchObject({ accessWeb: false, routeAccess: [] })
    expect(templatesFor(sa).filter(({ accessWeb }) => !accessWeb)).toHaveLength(1)
  })

  test.each(PROFILE_TEMPLATES.map(({ name, flags }) => [name, flags] as const))(
    '%s names only routes that profiles list, and flags that the server checks',
    (name, flags) => {
      for (const [route, wanted] of Object.entries(flags)) {
        const row = ROUTES.find((each) => each.template === route && isListable(each))
        expect(row, `${name} names ${route}`).toBeDefined()
        if (row === undefined || name === 'Administrador') continue
        expect(checkedFlags(row), `${name}: ${route}`).toEqual(expect.arrayContaining([...wanted]))
      }
    },
  )

  test('give an administrator every route, and the catalogue every route of contents', () => {
    expect(template('Administrador').routeAccess).toEqual(allGrants())
    const contents = ROUTES.filter(({ group }) => group === 'content').map(({ template }) => template)
    expect(Object.keys(flagsOf('Catálogo')).sort()).toEqual([...contents, 'issue-list'].sort())
    expect(flagsOf('Catálogo')).toMatchObject({ 'movie-edit': ['modify', 'delete'], 'channel-list': [] })
  })

  test('give support no credits, and sales no visits', () => {
    expect(flagsOf('Soporte')).toEqual({
      'user-list': [],
      'user-edit': ['modify'],
      'history-list': [],
      'user-history': [],
      'issue-list': ['modify'],
    })
    expect(flagsOf('Ventas')).toEqual({
      'user-list': ['register'],
      'user-edit': ['modify'],
      'credit-list': ['register'],
      'credit-balance': [],
    })
  })
})

describe('a creator', () => {
  const clerk = admin(
    buildGrants({
      'profile-list': ['register'],
      'user-list': ['register'],
      'user-edit': [],
      'issue-list': ['modify'],
    }),
  )

  it('is offered templates without the permissions that it lacks', () => {
    expect(flagsOf('Soporte', clerk)).toEqual({ 'user-list': [], 'user-edit': [], 'issue-list': ['modify'] })
    expect(flagsOf('Ventas', clerk)).toEqual({ 'user-list': ['register'], 'user-edit': [] })
    expect(flagsOf('Administrador', clerk)).toEqual(Object.fromEntries(toSelection(clerk.routeAccess)))
    expect(templatesFor(clerk).map(({ isCut }) => isCut)).toEqual([false, true, true, true, true])
    expect(templatesFor(admin()).some(({ isCut }) => isCut)).toBe(false)
  })

  it('is offered no template of which it has nothing', () => {
    const keeper = admin(buildGrants({ 'profile-list': ['register'] }))
    expect(templatesFor(keeper).map(({ name }) => name)).toEqual(['Vacío', 'Administrador'])
  })

  it.each([
    ['sa', sa],
    ['an administrator', admin()],
    ['a clerk', clerk],
  ])('who is %s may register each template that it is offered', (_who, creator) => {
    for (const { name, accessWeb, routeAccess } of templatesFor(creator)) {
      expect(newProfileErrors(creator, routeAccess)).toEqual([])
      expect(covers(creator, admin(routeAccess))).toBe(true)
      expect(profileSchema.safeParse({ name, accessWeb, routeAccess }).success).toBe(true)
    }
  })
})
