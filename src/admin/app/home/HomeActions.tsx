import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { LinkBase } from 'react-admin'
import { can, canOpen, isReseller } from '../../../domain/access/permissions.ts'
import { ROUTES } from '../../../domain/access/routes.ts'
import { DATED_CONTENTS } from '../../../domain/contents/newest-contents.ts'
import { entryOf, type Resource } from '../../../domain/registry.ts'
import { MEDIA_RESOURCES } from '../../../domain/support/media-types.ts'
import { lazy } from '../../api/connection.ts'
import type { Me } from '../../api/me.ts'
import { pathOf } from '../../api/paths.ts'
import { canSellCredit } from '../../features/credits/CreditDialogProvider.tsx'
import { NewDemo } from '../../features/users/UserLinks.tsx'

const SellDialog = lazy(async () => ({ default: (await import('./SellDialog.tsx')).SellDialog }))

/** Contents that viewers play, those that are created most often first. */
const CONTENTS = [
  ...new Set<Resource>(['movies', 'series', 'documentaries', ...DATED_CONTENTS, ...MEDIA_RESOURCES]),
]
/** Most create actions for contents; the others are in the menus. */
const MAX_CONTENTS = 2

/** Path of a resource's create screen, if the current user may create records. */
const creationPath = (me: Me, resource: Resource): string | undefined => {
  const route = ROUTES.find((each) => each.resource === resource && each.view === 'create')
  return route !== undefined && canOpen(me, route) && can(me, 'create', resource) ? route.path : undefined
}

const createLabel = (resource: Resource): string => {
  const { name } = entryOf(resource)
  return `${name.article === 'una' ? 'Nueva' : 'Nuevo'} ${name.one}`
}

const ROW = { display: 'flex', flexWrap: 'wrap', gap: '10px' } as const

/** On a phone at the foot of the screen, within reach of a thumb. */
const THUMB_BAR = {
  ...ROW,
  '@media (max-width: 599.95px)': {
    position: 'var(--unstuck, fixed)',
    inset: 'auto 0 0',
    zIndex: 5,
    p: 1.5,
    borderTop: '1px solid var(--line)',
    bgcolor: 'background.paper',
    '& > .MuiButton-root': { flex: 1 },
  },
} as const

export const THUMB_BAR_SPACE = { pb: { xs: '76px', sm: 0 } }

/** The most common actions of the day; on a reseller's phone within reach of the thumb. */
export const HomeActions = ({ me }: { me: Me }) => {
  const newUser = creationPath(me, 'users')
  const contents = CONTENTS.flatMap((resource) => {
    const path = creationPath(me, resource)
    return path === undefined ? [] : [{ resource, path }]
  }).slice(0, MAX_CONTENTS)
  const listsUsers = can(me, 'read', 'users')
  if (!listsUsers && newUser === undefined && contents.length === 0) return null
  return (
    <Box component="nav" aria-label="Acciones" sx={{ ...ROW, ml: { sm: 'auto' } }}>
      <Box sx={isReseller(me.role) ? THUMB_BAR : ROW}>
        {listsUsers && canSellCredit(me) ? <Sell /> : null}
        <NewDemo />
      </Box>
      {newUser === undefined ? null : (
        <Button variant="outlined" component={LinkBase} to={pathOf('user-create')}>
          {createLabel('users')}
        </Button>
      )}
      {contents.map(({ resource, path }) => (
        <Button key={resource} variant="outlined" component={LinkBase} to={path}>
          {createLabel(resource)}
        </Button>
      ))}
    </Box>
  )
}

const Sell = () => {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="contained"
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        Vender
      </Button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <SellDialog open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
