"""./dev bench: what users feel, beside what they would pick instead. README.md says which part does what."""
