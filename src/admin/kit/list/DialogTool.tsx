import { type ReactNode, Suspense, useState } from 'react'
import { ListTool } from './ListTools.tsx'

interface DialogToolProps {
  icon: ReactNode
  label: string
  /** The dialog, loaded once it is opened. */
  children: (onClose: () => void) => ReactNode
}

/** A tool of a list that opens a dialog. */
export const DialogTool = ({ children, ...look }: DialogToolProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ListTool {...look} opens="dialog" onChosen={() => setOpen(true)} />
      <Suspense fallback={null}>{isOpen ? children(() => setOpen(false)) : null}</Suspense>
    </>
  )
}
