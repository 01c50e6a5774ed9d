import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

const HEAD = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: '4px 16px',
  mb: 1,
  '& > span': { fontSize: 12.5, color: 'text.secondary' },
} as const

interface QualityCardProps {
  title: string
  /** Text or field opposite the title. */
  aside: ReactNode
  children: ReactNode
}

/** A section of the screen. */
export const QualityCard = ({ title, aside, children }: QualityCardProps) => {
  const heading = useId()
  return (
    <Card component="section" aria-labelledby={heading} sx={{ minWidth: 0, p: '16px 20px' }}>
      <Box sx={HEAD}>
        <Typography id={heading} component="h2" sx={{ fontSize: 16, fontWeight: 700 }}>
          {title}
        </Typography>
        {aside}
      </Box>
      {children}
    </Card>
  )
}
