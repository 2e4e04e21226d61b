// Package termindex finds documents by their words.
package termindex
