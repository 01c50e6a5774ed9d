import ExpandMore from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useStore } from 'react-admin'

interface FoldableSectionProps {
  title: string
  /** Key under which this browser stores whether it is collapsed. */
  name: string
  /** Rendered only while the section is open. */
  children: ReactNode
}

/** A collapsible section above a list, initially closed; the state is stored in this browser. */
export const FoldableSection = ({ title, name, children }: FoldableSectionProps) => {
  const [isOpen, choose] = useStore(name, false)
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} sx={{ px: 2.25, py: 1, mb: 2 }}>
      <Typography variant="h2">
        <ButtonBase
          id={id}
          aria-expanded={isOpen}
          onClick={() => choose(!isOpen)}
          sx={{ font: 'inherit', minHeight: { xs: 44, sm: 32 }, width: 1, justifyContent: 'space-between' }}
        >
          {title}
          <ExpandMore sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />
        </ButtonBase>
      </Typography>
      {isOpen ? <Box sx={{ pt: 1, pb: 1 }}>{children}</Box> : null}
    </Card>
  )
}
