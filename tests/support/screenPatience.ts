import { configure } from '@testing-library/react'

// Ends what would never come: on a machine that is ten times busier, a second is too short for what only comes late.
configure({ asyncUtilTimeout: 60_000 })
