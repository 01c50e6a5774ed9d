import Tick from '@mui/icons-material/CheckCircle'
import CloseIcon from '@mui/icons-material/Close'
import ExpandMore from '@mui/icons-material/ExpandMore'
import Circle from '@mui/icons-material/RadioButtonUnchecked'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useId, useRef } from 'react'
import { LinkBase, useEvent, useNotify, useStore } from 'react-admin'
import { FIRST_STEP_NAMES, FIRST_STEPS, type Step } from '../../../domain/home/first-steps.ts'
import { thingsTitle, thingsToTry } from '../../../domain/home/things-to-try.ts'
import type { Me } from '../../api/me.ts'
import { pathOf } from '../../api/paths.ts'
import { useRealLocation } from '../../api/router.tsx'
import { useSettings } from '../../api/settings.ts'
import { PHONE } from '../../kit/list/filters.tsx'
import {
  CHECKLISTS,
  type ChecklistName,
  isReopening,
  useChecklistState,
  useFirstSteps,
  useOpenedRoutes,
} from './checklist-state.ts'
import styles from './HomeChecklist.module.css'

/** The first steps of an installation, or else three things to try (rules W27, W28). */
export const HomeChecklist = ({ me }: { me: Me }) => {
  const firstSteps = useFirstSteps(me)
  const [thingsState] = useChecklistState(me, 'things-to-try')
  const [opened] = useOpenedRoutes(me)
  const enableDemo = useSettings().data?.enableDemo ?? true
  if (firstSteps !== undefined)
    return (
      <Checklist
        me={me}
        name="first-steps"
        title={CHECKLISTS['first-steps']}
        items={FIRST_STEP_NAMES.map((name) => ({ ...FIRST_STEPS[name], isDone: firstSteps[name] }))}
        states={{ done: 'Hecho', open: 'Pendiente' }}
      />
    )
  if (thingsState === 'closed') return null
  const items = thingsToTry(me, { enableDemo }).map((step) => ({
    ...step,
    isDone: opened.includes(step.route),
  }))
  return (
    <Checklist
      me={me}
      name="things-to-try"
      title={thingsTitle(items.length)}
      items={items}
      states={{ done: 'Visto', open: 'Por ver' }}
    />
  )
}

interface ChecklistItem extends Step {
  isDone: boolean
}

interface ChecklistProps {
  me: Me
  name: ChecklistName
  title: string
  items: readonly ChecklistItem[]
  /** The state of an item in words. */
  states: Readonly<Record<'done' | 'open', string>>
}

/** Where the focus goes when the list that has it closes. */
const focusHeading = (): void => document.querySelector<HTMLElement>('main h1')?.focus()

const Checklist = ({ me, name, title, items, states }: ChecklistProps) => {
  const [, setState] = useChecklistState(me, name)
  const heading = useId()
  const notify = useNotify()
  const isPhone = useMediaQuery(PHONE, { noSsr: true })
  const [isUnfolded, setUnfolded] = useStore(`home.${name}`, name === 'first-steps')
  const isOpen = !isPhone || isUnfolded
  const box = useReopeningFocus(() => setUnfolded(true))
  const done = items.filter(({ isDone }) => isDone).length
  const head = (
    <>
      <span id={heading}>{title}</span>
      <small>
        {done} de {items.length}
      </small>
    </>
  )
  const close = (): void => {
    setState('closed')
    notify(`Está en el menú del usuario: «${CHECKLISTS[name]}».`)
    focusHeading()
  }
  return (
    <Card component="nav" ref={box} tabIndex={-1} aria-labelledby={heading} className={styles.checklist}>
      <div className={styles.head}>
        <h2>
          {isPhone ? (
            <ButtonBase className={styles.fold} aria-expanded={isOpen} onClick={() => setUnfolded(!isOpen)}>
              {head}
              <ExpandMore />
            </ButtonBase>
          ) : (
            head
          )}
        </h2>
        <IconButton
          className={styles.close}
          aria-label={`Cerrar: ${title}`}
          title="No mostrar más"
          onClick={close}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      </div>
      {isOpen ? (
        <>
          <ul className={styles.items}>
            {items.map(({ title, text, route, search, isDone }) => (
              <li key={title}>
                {isDone ? (
                  <Tick fontSize="small" className={styles.done} />
                ) : (
                  <Circle fontSize="small" className={styles.open} />
                )}
                <div>
                  <span className="unseen">{isDone ? states.done : states.open}: </span>
                  <LinkBase to={search === undefined ? pathOf(route) : `${pathOf(route)}?${search}`}>
                    {title}
                  </LinkBase>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ul>
          {done === items.length ? (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 1 }}>
              Ya las vio todas.
              <Button variant="outlined" onClick={close}>
                Cerrar
              </Button>
            </Box>
          ) : null}
        </>
      ) : null}
    </Card>
  )
}

/** Unfolds and focuses the list, and so scrolls to it, when the user menu has opened it again. */
const useReopeningFocus = (unfold: () => void) => {
  const { state } = useRealLocation()
  const box = useRef<HTMLElement>(null)
  const show = useEvent((): void => {
    unfold()
    box.current?.focus()
  })
  useEffect(() => {
    if (isReopening(state)) show()
  }, [state, show])
  return box
}
