// Package house holds no code. Its tests keep the house in order: imports
// point down, functions and files stay short, every package has a doc that
// teaches, and every exported name is explained.
package house
