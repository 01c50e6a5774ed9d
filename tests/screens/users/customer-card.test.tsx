import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildGrants } from '../../../src/domain/access/permissions.ts'
import type { TimelineEvent } from '../../../src/domain/timeline/endpoints.ts'
import { NOTE_MESSAGES } from '../../../src/domain/users/note.ts'
import { meOf, settingsOf } from '../../support/answers.ts'
import { held } from '../../support/fake-api.ts'
import { openUsers, sceneOf, user, withUsersScreens } from '../../support/open-users.tsx'

withUsersScreens()

const date = '2026-11-27T15:00:00.000Z'
const NOTE = {
  kind: 'note',
  _id: 'n1',
  date,
  text: 'Llama de tarde',
  author: 'u9',
  userName: 'luis',
} as const
const EVENTS: readonly TimelineEvent[] = [
  { ...NOTE },
  {
    ...{
      kind: 'sale',
      _id: 't1',
      date,
      reference: 107,
      typeDescrition: 'Venta',
      userCreatedName: 'Luis Gil',
    },
    ...{ period: 'MESES', count: 3, total: 900 },
  },
  { kind: 'change', _id: 'a1', date, action: 'update', userName: 'luis', fields: ['fullName', 'telePhone'] },
  { kind: 'access', _id: 'a2', date, action: 'sign-in-failed', address: '10.0.0.9' },
  { kind: 'visit', _id: 'v1', date, title: 'Casablanca', episode: '', mediaType: 'Movie' },
  { kind: 'report', _id: 'r1', date, title: 'Casablanca', issueType: 'AUDIO', status: false },
  { kind: 'reply', _id: 'c1', date, text: 'Ya se oye.', title: 'Casablanca', userName: 'luis' },
  { kind: 'notice', _id: 'a3', date, notice: 'Recibo', userName: 'luis' },
  { kind: 'mail', _id: 'm1', date, reason: 'expiry', state: 'sent' },
]
const KINDS = EVENTS.map(({ kind }) => kind)

const TIMELINE = 'GET /api/users/u7/timeline'
const withEvents = (events: readonly TimelineEvent[] = EVENTS) => ({
  [TIMELINE]: { body: { kinds: KINDS, events } },
})
const card = (name = 'Ana Peña') => screen.findByRole('region', { name })
const timeline = async () => within(await screen.findByRole('region', { name: 'Últimos eventos' }))

describe('the card of a customer', () => {
  it('has licence, phones, application, device, seller and the actions of a call', async () => {
    sceneOf({
      users: [user({ celPhone: '(829) 555-0185', telePhone: '809 555 0101', dateExpire: null })],
      answers: { 'GET /api/settings': { body: settingsOf({ phonePrefix: '1' }) } },
    })
    openUsers('/modify/u7')
    const shown = within(await card())
    expect(shown.getByText('Sin licencia')).toBeVisible()
    expect(shown.getByRole('link', { name: '(829) 555-0185' })).toHaveAttribute('href', 'tel:8295550185')
    expect(await shown.findByRole('link', { name: /^Chatear por WhatsApp/ })).toHaveAttribute(
      'href',
      'https://wa.me/18295550185',
    )
    expect(shown.getByText('cartelera.android')).toBeVisible()
    expect(shown.getByText('Sin vincular')).toBeVisible()
    expect(shown.getByRole('button', { name: 'Vender' })).toBeVisible()
    expect(shown.getByRole('button', { name: 'Desconectar' })).toBeVisible()
    await userEvent.setup().click(shown.getByRole('button', { name: 'Copiar 809 555 0101' }))
    expect(await screen.findByText('Copiado')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('809 555 0101')
  })

  it('hides the application from agents', async () => {
    sceneOf({ role: 'agent' })
    openUsers('/modify/u7')
    expect(within(await card()).queryByText('App')).toBeNull()
  })

  it('shows the balance of a reseller, and is not there for other staff', async () => {
    sceneOf({ users: [user({ role: 'agent', creditToResell: 12, balanceToCredit: 12, dateExpire: null })] })
    const { unmount } = openUsers('/modify/u7')
    expect(within(await card()).getByText('12 créditos')).toBeVisible()
    expect(within(await card()).getByRole('button', { name: 'Transferir' })).toBeVisible()
    unmount()
    sceneOf({ role: 'sa', users: [user({ role: 'admin' })] })
    openUsers('/modify/u7')
    expect(await screen.findByRole('button', { name: 'Actualizar' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Ana Peña' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Últimos eventos' })).toBeNull()
  })
})

describe('the timeline of a customer', () => {
  it('shows each kind in its words', async () => {
    sceneOf({ answers: withEvents() })
    openUsers('/modify/u7')
    const rows = await (await timeline()).findAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^NotasLlama de tarde27\/11\/2026 11:00:00 am · luis/),
      expect.stringMatching(/^CréditosVenta · 3 meses · .*900\.00.* · 000107 · Luis Gil$/),
      expect.stringMatching(/^CambiosModificación: Nombre completo, Teléfono.* · luis$/),
      expect.stringMatching(/^AccesosInicio de sesión fallido.* · 10\.0\.0\.9$/),
      expect.stringMatching(/^VisitasCasablanca27/),
      expect.stringMatching(/^Reportes.* · Casablanca.* · Reportado$/),
      expect.stringMatching(/^RespuestasYa se oye\..* · luis · Casablanca$/),
      expect.stringMatching(/^AvisosRecibo.* · luis$/),
      expect.stringMatching(/^CorreosVencimiento.* · Enviado$/),
    ])
  })

  it('is read after the form is there, by kind, with a link to the list of the kind', async () => {
    const asked = sceneOf({
      answers: {
        [TIMELINE]: ({ query }) => ({
          body: { kinds: KINDS, events: EVENTS.filter(({ kind }) => !query.kind || kind === query.kind) },
        }),
      },
    })
    openUsers('/modify/u7')
    const shown = await timeline()
    await shown.findAllByRole('listitem')
    for (const [kind, path] of [
      ['Cambios', /^\/audit\?filter=.*record.*u7/],
      ['Avisos', /^\/audit\?filter=.*notify/],
      ['Créditos', /^\/credits\?filter=.*userLicensed.*u7/],
      ['Visitas', /^\/histories\/u7/],
      ['Correos', /^\/outbox\?filter=.*user.*u7/],
    ] as const) {
      await userEvent.click(shown.getByRole('combobox'))
      await userEvent.click(screen.getByRole('option', { name: kind }))
      expect((await shown.findByRole('link', { name: 'Ver todo' })).getAttribute('href')).toMatch(path)
      expect(shown.getAllByRole('listitem')).toHaveLength(1)
    }
    const paths = asked.map(({ path }) => path)
    expect(paths.indexOf('/api/users/u7/timeline')).toBeGreaterThan(paths.indexOf('/api/users/u7'))
  })

  it('links to the list of a kind only below its events, so that no click misses the link', async () => {
    const sales = held()
    sceneOf({
      answers: {
        [TIMELINE]: async ({ query }) => {
          if (query.kind === 'sale') await sales.until
          return {
            body: { kinds: KINDS, events: EVENTS.filter(({ kind }) => !query.kind || kind === query.kind) },
          }
        },
      },
    })
    openUsers('/modify/u7')
    const shown = await timeline()
    const choose = async (kind: string) => {
      await userEvent.click(await shown.findByRole('combobox'))
      await userEvent.click(screen.getByRole('option', { name: kind }))
    }
    await choose('Notas')
    await waitFor(() => expect(shown.getAllByRole('listitem')).toHaveLength(1))
    await choose('Créditos')
    expect(shown.getByText('Llama de tarde')).toBeVisible()
    expect(shown.queryByRole('link', { name: 'Ver todo' })).toBeNull()
    sales.release()
    expect(await shown.findByRole('link', { name: 'Ver todo' })).toBeVisible()
    expect(shown.getByText(/^Venta/)).toBeVisible()
  })

  it('is continued in place, of all kinds or of one without a list', async () => {
    const notes = Array.from({ length: 12 }, (_, index) => ({ ...NOTE, _id: `n${index}` }))
    sceneOf({
      answers: {
        [TIMELINE]: ({ query }) => ({
          body: { kinds: ['note'], events: notes.slice(0, Number(query.limit)) },
        }),
      },
    })
    openUsers('/modify/u7')
    const shown = await timeline()
    expect(await shown.findAllByRole('listitem')).toHaveLength(10)
    await userEvent.click(shown.getByRole('button', { name: 'Ver más' }))
    await waitFor(() => expect(shown.getAllByRole('listitem')).toHaveLength(12))
    expect(shown.queryByRole('button', { name: 'Ver más' })).toBeNull()
  })

  it('shows why it could not be read, and tries again', async () => {
    let isFailing = true
    sceneOf({
      answers: {
        [TIMELINE]: () =>
          isFailing
            ? { status: 422, body: { message: 'No se pudo leer.' } }
            : { body: { kinds: KINDS, events: EVENTS } },
      },
    })
    openUsers('/modify/u7')
    const shown = await timeline()
    expect(await shown.findByText('No se pudo leer.')).toBeVisible()
    isFailing = false
    await userEvent.click(shown.getByRole('button', { name: 'Reintentar' }))
    expect(await shown.findAllByRole('listitem')).toHaveLength(EVENTS.length)
  })
})

describe('a note', () => {
  it('is written once, then listed, without saving the form', async () => {
    const notes: TimelineEvent[] = []
    const asked = sceneOf({
      answers: {
        [TIMELINE]: () => ({ body: { kinds: ['note'], events: notes } }),
        'POST /api/users/u7/notes': () => {
          notes.push({ ...NOTE })
          const { kind: _, ...body } = NOTE
          return { status: 201, body }
        },
      },
    })
    openUsers('/modify/u7')
    const shown = await timeline()
    const field = await shown.findByRole('textbox', { name: 'Nueva nota' })
    expect(shown.getByRole('button', { name: 'Anotar' })).toBeDisabled()
    await userEvent.type(field, '  Llama de tarde {Control>}{Enter}{/Control}')
    expect(await shown.findByRole('listitem')).toHaveTextContent('Llama de tarde')
    expect(field).toHaveValue('')
    const writes = asked.filter(({ method }) => method !== 'GET')
    expect(writes.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/api/users/u7/notes', { text: 'Llama de tarde' }],
    ])
    expect(screen.queryByText('1 cambio sin guardar')).toBeNull()
  })

  it('that is refused stays in its field, also after leaving the screen', async () => {
    sceneOf({
      answers: {
        'POST /api/users/u7/notes': {
          status: 422,
          body: { message: 'Revise los campos.', errors: { text: { message: NOTE_MESSAGES.tooMany } } },
        },
      },
    })
    const { unmount } = openUsers('/modify/u7')
    const shown = await timeline()
    await userEvent.type(await shown.findByRole('textbox', { name: 'Nueva nota' }), 'Una más')
    await userEvent.click(shown.getByRole('button', { name: 'Anotar' }))
    expect(await shown.findByText(NOTE_MESSAGES.tooMany)).toBeVisible()
    unmount()
    openUsers('/modify/u7')
    expect(await (await timeline()).findByRole('textbox', { name: 'Nueva nota' })).toHaveValue('Una más')
  })

  it('is deleted after a question', async () => {
    let events: readonly TimelineEvent[] = [NOTE]
    const asked = sceneOf({
      answers: {
        [TIMELINE]: () => ({ body: { kinds: ['note'], events } }),
        'DELETE /api/users/u7/notes/n1': () => {
          events = []
          return { body: { _id: 'n1' } }
        },
      },
    })
    openUsers('/modify/u7')
    await userEvent.click(await (await timeline()).findByRole('button', { name: 'Eliminar la nota' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Eliminar' }))
    expect(await (await timeline()).findByText('Todavía no hay nada.')).toBeVisible()
    expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  it('of somebody else cannot be deleted by an agent', async () => {
    sceneOf({ role: 'agent', answers: withEvents([NOTE]) })
    openUsers('/modify/u7')
    expect(await (await timeline()).findByText('Llama de tarde')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Eliminar la nota' })).toBeNull()
  })

  it('is not offered to those who may only read', async () => {
    const me = meOf({ routeAccess: buildGrants({ 'user-list': [], 'user-edit': [] }) })
    sceneOf({ answers: { ...withEvents([NOTE]), 'GET /api/users/me': { body: me } } })
    openUsers('/modify/u7')
    expect(await (await timeline()).findByText('Llama de tarde')).toBeVisible()
    expect(screen.queryByRole('textbox', { name: 'Nueva nota' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Eliminar la nota' })).toBeNull()
  })
})
