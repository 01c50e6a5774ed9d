import { Admin, Resource } from 'react-admin'
import { adminProps } from '../../../src/admin/app/layout/admin-props.tsx'
import * as screens from '../../../src/admin/features/channels/channels.tsx'
import { allGrants } from '../../../src/domain/access/permissions.ts'
import type { Resources } from '../../../src/domain/api.ts'
import { guideEntity } from '../../../src/domain/channels/channel-guide.ts'
import { channelListEntity } from '../../../src/domain/channels/channel-list.ts'
import { answerOf, meOf, settingsOf } from '../../support/answers.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { openPage } from '../../support/pages.tsx'

type Channel = Resources['channels']['record']

const GUIDE = answerOf(guideEntity.schemas.row, { _id: 'g1', name: 'Guía nacional' })
const LIST = answerOf(channelListEntity.schemas.row, { _id: 'l1', title: 'Lista nacional' })

export const channel = (fields: Partial<Channel> = {}): Channel => ({
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
  datePublish: null,
  dateUnpublish: null,
  publicationBlocked: null,
  view: 0,
  userCreate: 'editora',
  userUpdate: 'editora',
  dateCreate: '2026-01-01T12:00:00.000Z',
  dateUpdate: '2026-02-03T12:00:00.000Z',
  ...fields,
})

interface Scene {
  routeAccess?: ReturnType<typeof allGrants>
  channels?: readonly Channel[]
  answers?: Parameters<typeof fakeApi>[0]
}

/** Fakes the API of the channels' screens; returns the requests. */
export const sceneOf = ({ routeAccess = allGrants(), channels = [channel()], answers }: Scene = {}) =>
  fakeApi({
    'GET /api/users/me': { body: meOf({ name: 'editora', fullName: 'Editora', routeAccess }) },
    'GET /api/settings': { body: settingsOf() },
    'GET /api/channels/short': { body: channels.map((each) => ({ ...each, linkState: null })) },
    'GET /api/channels/size': { body: { count: channels.length } },
    'GET /api/channels/k1': { body: channels[0] },
    'GET /api/channel/guides': { body: [GUIDE] },
    'GET /api/channel/guides/short': { body: [GUIDE] },
    'GET /api/channel/guides/size': { body: { count: 1 } },
    'GET /api/categories': { body: [] },
    'GET /api/categories/size': { body: { count: 0 } },
    'GET /api/channel_lists/short': { body: [LIST] },
    'GET /api/channel_lists/size': { body: { count: 1 } },
    ...answers,
  })

export const openChannels = (address: string) =>
  openPage(
    {
      '/login': <p>entrada</p>,
      '*': (
        <Admin {...adminProps}>
          <Resource name="channels" {...screens} />
        </Admin>
      ),
    },
    address,
  )
