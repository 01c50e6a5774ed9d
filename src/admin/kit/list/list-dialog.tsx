import Button from '@mui/material/Button'
import { createContext, type ReactNode, Suspense, useContext, useState } from 'react'
import { ListTool } from './ListTools.tsx'

/** Renders a dialog, loaded once it is opened. */
type RenderDialog = (onClose: () => void) => ReactNode

const OpenDialog = createContext<(render: RenderDialog) => void>(() => undefined)

/** Shows the dialogs of a list's tools outside of them: those of an empty list disappear with its first record. */
export const ListDialogProvider = ({ children }: { children: ReactNode }) => {
  const [opened, setOpened] = useState<{ render: RenderDialog }>()
  const [open] = useState(() => (render: RenderDialog) => setOpened({ render }))
  return (
    <OpenDialog value={open}>
      {children}
      <Suspense fallback={null}>{opened?.render(() => setOpened(undefined))}</Suspense>
    </OpenDialog>
  )
}

interface DialogToolProps {
  icon: ReactNode
  label: string
  children: RenderDialog
}

/** A tool of a list that opens a dialog. */
export const DialogTool = ({ children, ...look }: DialogToolProps) => {
  const open = useContext(OpenDialog)
  return <ListTool {...look} opens="dialog" onChosen={() => open(children)} />
}

interface DialogButtonProps extends DialogToolProps {
  variant?: 'contained' | 'outlined'
}

/** The same as a button, for an empty list. */
export const DialogButton = ({ children, icon, label, variant = 'outlined' }: DialogButtonProps) => {
  const open = useContext(OpenDialog)
  return (
    <Button variant={variant} startIcon={icon} aria-haspopup="dialog" onClick={() => open(children)}>
      {label}
    </Button>
  )
}
