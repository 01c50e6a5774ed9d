import { Resource } from 'ra-core'
import { Shell } from '../../../../src/admin/app/layout/Shell.tsx'
import * as screens from '../../../../src/admin/features/channels/channels.tsx'
import { allGrants } from '../../../../src/domain/access/permissions.ts'
import { fakeApi } from '../../../support/fake-api.ts'
import { openPage } from '../../../support/pages.tsx'

type Fields = Record<string, unknown>

export const channel = (fields: Fields = {}): Fields => ({
  _id: 'k1',
  number: 7,
  title: 'Canal Siete',
  image: '/pictures/logo/Canal%20Siete.svg',
  flag: '',
  linkInternal: 'E',
  link: 'https://tv.example/siete.m3u8',
  category: 'Noticias',
  channelGuide: null,
  epgId: '',
  isAdult: false,
  children: false,
  status: true,
  userCreate: 'editora',
  userUpdate: 'editora',
  dateCreate: '2026-01-01T12:00:00.000Z',
  dateUpdate: '2026-02-03T12:00:00.000Z',
  ...fields,
})

interface Scene {
  routeAccess?: ReturnType<typeof allGrants>
  channels?: readonly Fields[]
  answers?: Parameters<typeof fakeApi>[0]
}

/** Fakes the API of the channels' screens; returns the requests. */
export const sceneOf = ({ routeAccess = allGrants(), channels = [channel()], answers }: Scene = {}) =>
  fakeApi({
    'GET /api/users/me': {
      body: { _id: 'u1', name: 'editora', fullName: 'Editora', role: 'admin', routeAccess },
    },
    'GET /api/settings': { body: { pageSize: 20, mailsOrigin: [], tvUrlBase: '', agentTv: '' } },
    'GET /api/channels/short': { body: channels },
    'GET /api/channels/size': { body: { count: channels.length } },
    'GET /api/channels/k1': { body: channels[0] },
    'GET /api/channel/guides': { body: [{ _id: 'g1', name: 'Guía nacional' }] },
    'GET /api/channel/guides/short': { body: [{ _id: 'g1', name: 'Guía nacional' }] },
    'GET /api/channel/guides/size': { body: { count: 1 } },
    'GET /api/categories': { body: [] },
    'GET /api/categories/size': { body: { count: 0 } },
    'GET /api/channel_lists/short': { body: [{ _id: 'l1', title: 'Lista nacional' }] },
    'GET /api/channel_lists/size': { body: { count: 1 } },
    ...answers,
  })

export const openChannels = (address: string) =>
  openPage(
    {
      '/login': <p>entrada</p>,
      '*': (
        <Shell>
          <Resource name="channels" {...screens} />
        </Shell>
      ),
    },
    address,
  )
