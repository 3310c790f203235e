import { configure } from '@testing-library/react'

configure(({ getElementError }) => ({
  // Ends what would never come: on a machine that is ten times busier, a second is too short for what only comes late.
  asyncUtilTimeout: 60_000,
  // The document is written into an error that is read: most are of a look that came too early, and nobody does.
  getElementError: (message, container) => {
    const error = new Error()
    error.name = 'TestingLibraryElementError'
    const get = () => getElementError(message, container).message
    return Object.defineProperty(error, 'message', { configurable: true, get })
  },
}))
