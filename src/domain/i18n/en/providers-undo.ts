export const providersUndo = {
  'providers.renamed': '{before} is now called {provider}',
  'providers.undo': 'Undo',
  'providers.undone': '{provider} is as it was before',
  'providers.notUndone': 'Not undone: {provider} was changed meanwhile, or it could not be saved.',
} as const;
