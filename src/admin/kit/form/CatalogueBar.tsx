import type { ReactNode } from 'react'
import { BackButton, CancelButton, NewButton, SaveButton } from './buttons.tsx'
import { DeleteButton } from './DeleteButton.tsx'
import { BarSpace, FormBar, UnsavedCount } from './FormBar.tsx'

interface CatalogueBarProps {
  deletePrompt: (record: Record<string, unknown>) => string
  deleteNote?: ReactNode
}

/** The buttons of every catalogue form (rule W11). */
export const CatalogueBar = ({ deletePrompt, deleteNote }: CatalogueBarProps) => (
  <FormBar>
    <BackButton />
    <NewButton />
    <BarSpace />
    <UnsavedCount />
    <DeleteButton prompt={deletePrompt}>{deleteNote}</DeleteButton>
    <CancelButton />
    <SaveButton />
  </FormBar>
)
