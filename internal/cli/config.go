package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"
)

// config is what kaibo init keeps: how to reach servers elsewhere. It holds
// keys, so its file is the user's alone.
type config struct {
	Servers map[string]configServer `json:"servers,omitempty"` // by address
}

// configServer is one server.
type configServer struct {
	Key     string `json:"key,omitempty"`
	Project string `json:"project,omitempty"`
}

// configFile is where it lies; KAIBO_CONFIG names another place.
func configFile() string {
	if file := os.Getenv("KAIBO_CONFIG"); file != "" {
		return file
	}
	return filepath.Join(xdg.ConfigHome, "kaibo", "config.json")
}

func readConfig() (config, error) {
	var c config
	b, err := os.ReadFile(configFile())
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err != nil {
		return c, &exitError{code: exitUsage, next: "Mend it, or remove it and run kaibo init again.", err: fmt.Errorf("read %s: %w", configFile(), err)}
	}
	return c, nil
}

// keep adds a server to the file.
func (c *config) keep(address string, server configServer) error {
	if c.Servers == nil {
		c.Servers = map[string]configServer{}
	}
	c.Servers[serverName(address)] = server
	b, err := indented(c)
	if err == nil {
		err = writeOver(configFile(), b)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", configFile(), err)
	}
	return nil
}

// serverName makes two spellings of one address one.
func serverName(address string) string { return strings.ToLower(strings.TrimSuffix(address, "/")) }

// useConfig fills in the key and the project of a server that was named, where
// neither the command line nor the environment has them.
func (s *program) useConfig() error {
	if s.url == "" || s.key != "" && s.project != "" {
		return nil
	}
	c, err := readConfig()
	if err != nil {
		return err
	}
	server, ok := c.Servers[serverName(s.url)]
	if !ok {
		return nil
	}
	if s.key == "" {
		s.key = server.Key
		if s.project == "" { // it is the key's own
			s.project = server.Project
		}
	}
	return nil
}
