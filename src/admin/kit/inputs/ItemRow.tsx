import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { MOVE_DOWN, MOVE_UP } from './use-moves.ts'

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  py: 0.75,
  borderBottom: 1,
  borderColor: 'divider',
} as const

interface ItemRowProps {
  testId: string
  /** What is wrong with the item. */
  errors: readonly string[]
  children: ReactNode
}

/** The line of one item in a list of a form, with its mistakes below. */
export const ItemRow = ({ testId, errors, children }: ItemRowProps) => (
  <Box sx={ROW} data-testid={testId}>
    {children}
    {errors.map((message) => (
      <FormHelperText key={message} error sx={{ width: 1, mt: 0 }}>
        {message}
      </FormHelperText>
    ))}
  </Box>
)

/** What can be done with an item, at the end of its line. */
export const ItemButtons = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', '& .MuiButton-root': { minWidth: 0, px: 1 } }}>{children}</Box>
)

interface MoveItemButtonsProps {
  /** What the item is called. */
  name: string
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

/** Moves an item up and down its list; at the ends one of them rests. */
export const MoveItemButtons = ({ name, onUp, onDown }: MoveItemButtonsProps) => (
  <>
    <IconButton
      size="small"
      aria-label={`Subir ${name}`}
      data-move={MOVE_UP}
      disabled={onUp === undefined}
      onClick={onUp}
    >
      <ArrowUpwardIcon fontSize="small" />
    </IconButton>
    <IconButton
      size="small"
      aria-label={`Bajar ${name}`}
      data-move={MOVE_DOWN}
      disabled={onDown === undefined}
      onClick={onDown}
    >
      <ArrowDownwardIcon fontSize="small" />
    </IconButton>
  </>
)

interface DeleteItemButtonProps {
  /** What the item is called. */
  name: string
  prompt: string
  onDelete: () => void
}

/** Takes an item out of its list after asking. */
export const DeleteItemButton = ({ name, prompt, onDelete }: DeleteItemButtonProps) => {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" color="error" aria-label={`Eliminar ${name}`} onClick={() => setAsking(true)}>
        Eliminar
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={prompt}
        confirmLabel="Eliminar"
        danger
        onConfirm={() => {
          setAsking(false)
          onDelete()
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
